// Addresses after the #: `#/table/ID?seat=king`. The server hands out one page; where we are is the browser's business.

export interface Place {
  /** The first word, `home` for none. */
  page: string;
  /** The second. */
  id: string;
  query: URLSearchParams;
}

export function parse(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [page = '', ...rest] = path.split('/').map(decode);
  return { page: page || 'home', id: rest.join('/'), query: new URLSearchParams(query) };
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export function address(page: string, id = '', query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  const path = page === 'home' ? '' : encodeURIComponent(page) + (id && `/${encodeURIComponent(id)}`);
  return `#/${path}${search && `?${search}`}`;
}

class Router {
  here: Place = $state.raw(parse(globalThis.location?.hash ?? ''));

  constructor() {
    globalThis.addEventListener?.('hashchange', () => (this.here = parse(location.hash)));
  }

  go(page: string, id = '', query: Record<string, string> = {}): void {
    location.hash = address(page, id, query);
  }
}

export const router = new Router();
