import { invariant } from "../../../src/shared/invariant.ts";

/** A statement that is prepared once a connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const BY_NAME = new Map<string, Statement>();

/**
 * Every statement of the service is made here, when its module is loaded. Two texts of one name would meet on a
 * connection, where the second would run as the first: such a service does not start.
 */
export function statement(name: string, text: string): Statement {
  invariant(!BY_NAME.has(name), `a statement's name is its own, and ${name} is given twice`);
  const created = { name, text };
  BY_NAME.set(name, created);
  return created;
}

/** The statements of the modules that are loaded. */
export function statements(): readonly Statement[] {
  return [...BY_NAME.values()];
}
