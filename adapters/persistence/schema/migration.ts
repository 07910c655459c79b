import { createHash } from "node:crypto";

/** A file of `migrations/`, which is never edited once it has been released. */
export interface Migration {
  readonly name: string;
  readonly text: string;
  /** Of the text as UTF-8, in hex. */
  readonly sha256: string;
  /** An index that is made or dropped outside of any transaction, while others write; null: all is one transaction. */
  readonly concurrently: { readonly index: string } | null;
}

const COMMENTS = /--[^\n]*|\/\*.*?\*\//gs;
/** Both can be repeated after an interruption, which leaves an invalid index or none. */
const ONE_INDEX =
  /^\s*(?:create (?:unique )?index concurrently if not exists (?<created>[a-z_][a-z0-9_]*) on\s[^;]*|drop index concurrently if exists (?<dropped>[a-z_][a-z0-9_]*)\s*);?\s*$/i;

/** @throws where it does something concurrently that could not be repeated */
export function migration(name: string, text: string): Migration {
  return {
    name,
    text,
    sha256: createHash("sha256").update(text).digest("hex"),
    concurrently: concurrently(name, text.replaceAll(COMMENTS, "")),
  };
}

function concurrently(name: string, statements: string): Migration["concurrently"] {
  if (!/\bconcurrently\b/i.test(statements)) return null;
  const { created, dropped } = ONE_INDEX.exec(statements)?.groups ?? {};
  const index = created ?? dropped;
  if (index === undefined)
    throw new Error(
      `migration ${name}: what is done concurrently is a migration of its own, ` +
        "create [unique] index concurrently if not exists … on …, or drop index concurrently if exists …",
    );
  return { index };
}
