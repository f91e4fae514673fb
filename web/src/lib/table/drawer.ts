// Something small that the browser keeps over a reload. What is not understood is not there.

export class Drawer<T> {
  constructor(
    readonly name: string,
    readonly understood: (value: unknown) => value is T,
  ) {}

  read(): T | null {
    try {
      const value: unknown = JSON.parse(globalThis.localStorage?.getItem(this.name) ?? 'null');
      return this.understood(value) ? value : null;
    } catch {
      return null;
    }
  }

  write(value: T | null): void {
    try {
      if (value === null) globalThis.localStorage?.removeItem(this.name);
      else globalThis.localStorage?.setItem(this.name, JSON.stringify(value));
    } catch {
      // A full or forbidden drawer loses this, not a battle.
    }
  }
}
