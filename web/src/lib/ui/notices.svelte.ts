// What the page has to say for a moment: refusals with their rule, problems with the way out.
import type { Problem, Refusal } from '../types';
import { Trouble, trouble } from '../api/api';
import { t } from '../texts';

export interface Notice {
  id: number;
  tone: 'plain' | 'warn' | 'bad';
  words: string;
  instead: string;
  rule: string;
}

const MOST = 3;
const PLAIN_STAYS = 4_000;
const WARN_STAYS = 9_000;

export class Notices {
  all: Notice[] = $state.raw([]);
  #last = 0;

  say(words: string, more: Partial<Omit<Notice, 'id' | 'words'>> = {}): void {
    const notice: Notice = { id: ++this.#last, tone: 'plain', words, instead: '', rule: '', ...more };
    const others = this.all.filter((other) => other.words !== words);
    this.all = [...others, notice].slice(-MOST);
    const stays = notice.tone === 'plain' ? PLAIN_STAYS : notice.tone === 'warn' ? WARN_STAYS : 0;
    if (stays > 0) setTimeout(() => this.drop(notice.id), stays);
  }

  refuse(refusal: Refusal): void {
    this.say(refusal.why, { tone: 'warn', rule: refusal.rule });
  }

  problem(cause: unknown): void {
    const { problem } = cause instanceof Trouble ? cause : trouble(cause);
    this.tell(problem);
  }

  tell(problem: Problem): void {
    if (problem.refusal) this.refuse(problem.refusal);
    else this.say(problem.what, { tone: 'bad', instead: problem.instead });
  }

  nothingHere(): void {
    this.say(t('aim.nothing'));
  }

  drop(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }

  clear(): void {
    this.all = [];
  }
}
