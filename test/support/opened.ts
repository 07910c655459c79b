import { afterAll, beforeAll } from "vitest";

type Closable = { stop(): unknown } | { close(): unknown } | { drop(): unknown } | { end(): unknown };

/**
 * Opens a thing before all tests of the file or the `describe` that calls this, and closes it after them: by `close`, or
 * by the thing's own method that ends it. Things open in the order of these calls and close in the reverse one.
 *
 * @returns the thing, usable from the hooks and tests that follow
 */
export function opened<T extends Closable>(open: () => T | Promise<T>): T;
export function opened<T extends object>(open: () => T | Promise<T>, close: (thing: T) => unknown): T;
export function opened<T extends object>(open: () => T | Promise<T>, close: (thing: T) => unknown = end): T {
  let thing: T | undefined;
  beforeAll(async () => void (thing = await open()));
  afterAll(async () => void (thing && (await close(thing))));
  return forwardTo(() => thing);
}

/** Makes a thing before all tests, as `opened` does, that does not have to be closed. */
export function prepared<T extends object>(prepare: () => T | Promise<T>): T {
  let thing: T | undefined;
  beforeAll(async () => void (thing = await prepare()));
  return forwardTo(() => thing);
}

function end(thing: object): unknown {
  const ends = thing as Partial<Record<"stop" | "close" | "drop" | "end", () => unknown>>;
  return (ends.stop ?? ends.close ?? ends.drop ?? ends.end)!.call(thing);
}

/** Returns an object that forwards to the found one. Its class's methods run on that one, for private fields. */
function forwardTo<T extends object>(find: () => T | undefined): T {
  const found = (): T => {
    const thing = find();
    if (thing === undefined) throw new Error("used before the hook that opens it has run");
    return thing;
  };
  return new Proxy({} as T, {
    get(_, name) {
      const thing = found();
      const value = Reflect.get(thing, name, thing);
      return typeof value === "function" && !Object.hasOwn(thing, name) ? value.bind(thing) : value;
    },
    set: (_, name, value) => Reflect.set(found(), name, value),
    has: (_, name) => Reflect.has(found(), name),
    ownKeys: () => Reflect.ownKeys(found()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(found(), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(found()),
  });
}
