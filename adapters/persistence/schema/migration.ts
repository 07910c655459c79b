import { createHash } from "node:crypto";

/** A file of `migrations/`, never edited after its release. */
export interface Migration {
  readonly name: string;
  readonly text: string;
  /** The hash of the text as UTF-8, in hex. */
  readonly sha256: string;
  /** An index created or dropped outside of a transaction, while others write; null: all is one transaction. */
  readonly concurrently: { readonly index: string } | null;
}

const COMMENTS = /--[^\n]*|\/\*.*?\*\//gs;
/** Both can be repeated after an interruption, which leaves an invalid index or none. */
const ONE_INDEX =
  /^\s*(?:create (?:unique )?index concurrently if not exists (?<created>[a-z_][a-z0-9_]*) on\s[^;]*|drop index concurrently if exists (?<dropped>[a-z_][a-z0-9_]*)\s*);?\s*$/i;

/** @throws if a concurrent step could not be repeated */
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
      `migration ${name}: a concurrent step needs a separate migration, ` +
        "create [unique] index concurrently if not exists … on …, or drop index concurrently if exists …",
    );
  return { index };
}
