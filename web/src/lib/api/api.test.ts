import { afterEach, expect, it, vi } from 'vitest';
import { lookOf } from '../map/looks';
import { api, queried, Trouble } from './api';

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: Response | Error) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => (answer instanceof Error ? Promise.reject(answer) : answer)),
  );

async function failure(): Promise<Trouble> {
  try {
    await api.view('b 1', 'king');
  } catch (cause) {
    return cause as Trouble;
  }
  throw new Error('it did not fail');
}

it('leaves out of the address what is not given', () => {
  expect(queried('/x', { seat: null, at: undefined, n: 0 })).toBe('/x?n=0');
  expect(queried('/x', { seat: null })).toBe('/x');
});

it('asks for a view by seat', async () => {
  answering(Response.json({ n: 1, pieces: [] }));
  await api.view('b 1', 'king', 4);
  expect(fetch).toHaveBeenCalledWith('/api/battles/b%201?seat=king&at=4', {});
});

it('fetches looks that it has never seen, each once', async () => {
  const view = () => Response.json({ n: 1, seat: 'king', pieces: [{ look: 'l1' }, { look: 'l2' }, { look: 'l1' }] });
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(path.includes('/looks') ? Response.json({ l1: '<g/>', l2: '<path/>' }) : view());
  });
  await api.view('b1', 'king');
  expect(asked).toEqual(['/api/battles/b1?seat=king', '/api/battles/b1/looks?seat=king&wanted=l1%2Cl2']);
  expect(lookOf('l2')).toBe('<path/>');
  await api.view('b1', 'king');
  expect(asked).toHaveLength(3);
});

it('fetches the looks of views that an answer brings', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const views = [{ seat: 'king', pieces: [{ look: 'fewer' }] }];
    return Promise.resolve(Response.json(path.includes('/looks') ? { fewer: '<path/>' } : { n: 2, played: 1, views }));
  });
  await api.decide('b1', { request: 'r', seat: 'king', n: 1, decisions: ['go'] });
  expect(asked).toEqual(['/api/battles/b1/decisions', '/api/battles/b1/looks?seat=king&wanted=fewer']);
  expect(lookOf('fewer')).toBe('<path/>');
});

it('asks for the looks of a moment that is over', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const looks = path.includes('at=7') ? { gone: '<path/>' } : {};
    return Promise.resolve(
      Response.json(path.includes('/looks') ? looks : { n: 7, seat: null, pieces: [{ look: 'gone' }] }),
    );
  });
  await api.view('b1', null);
  expect(asked.slice(1)).toEqual(['/api/battles/b1/looks?wanted=gone', '/api/battles/b1/looks?at=7&wanted=gone']);
  expect(lookOf('gone')).toBe('<path/>');
});

it('gives the problem in the words of the server', async () => {
  answering(Response.json({ what: 'No such battle.', instead: 'Look at the list.' }, { status: 404 }));
  const said = await failure();
  expect([said.status, said.problem.what, said.unanswered]).toEqual([404, 'No such battle.', false]);
});

it('knows a server that does not answer, and a gateway that speaks for it', async () => {
  answering(new TypeError('failed to fetch'));
  expect((await failure()).unanswered).toBe(true);
  answering(new Response('<html>', { status: 502 }));
  const gateway = await failure();
  expect([gateway.unanswered, gateway.problem.what]).toEqual([true, 'Something went wrong.']);
});
