import { invariant } from "../../../src/shared/invariant.ts";

/** A statement that is prepared once per connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * The age of an answer. `current`: it contains all that any process had acknowledged before the call. `recent`: it may
 * lack writes younger than the configured bound.
 */
export type Freshness = "current" | "recent";

const BY_NAME = new Map<string, Statement>();

/**
 * Defines a statement, when its module is loaded. Two texts with one name would run as the first on a connection: such
 * a service does not start.
 */
export function statement(name: string, text: string): Statement {
  invariant(!BY_NAME.has(name), `a statement's name is its own, and ${name} is given twice`);
  const created = { name, text };
  BY_NAME.set(name, created);
  return created;
}

/** Returns the statements of the loaded modules. */
export function statements(): readonly Statement[] {
  return [...BY_NAME.values()];
}
