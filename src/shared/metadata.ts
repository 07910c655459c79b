import { z } from "zod";
import { text } from "./input/fields.ts";
import { invalid } from "./problem.ts";

/** A partner's keys and values of a competition or session: for the partner, never for buyers, providers or chains. */
export type Metadata = Readonly<Record<string, string>>;
/** Values to set by key; null removes the key. */
export type MetadataChanges = Readonly<Record<string, string | null>>;

const MAX_METADATA_KEYS = 50;
/** The limit of the JSON text in UTF-8, without white space. */
const MAX_METADATA_BYTES = 8_000;

const EXAMPLE = { order: "A-1017" };
const key = text({ min: 1, max: 40 });
const value = text({ max: 500 });

function bounded<S extends z.ZodType<string | null>>(of: S) {
  return z
    .record(key, of, {
      error: ({ code }) => (code === "invalid_key" ? "must have a name of 1 to 40 characters" : undefined),
    })
    .check(({ value: members, issues }) => {
      const message = excessOf(members);
      if (message !== null) issues.push({ code: "custom", message, input: members });
    })
    .meta({ maxProperties: MAX_METADATA_KEYS, example: EXAMPLE });
}

const LIMITS =
  "at most 50 keys of 1 to 40 characters, values of up to 500 characters, and 8,000 bytes of JSON in all";
/** Metadata in a request that creates. */
export const metadata = bounded(value).describe(`Extension: your own keys and values: ${LIMITS}.`);
/** Metadata in a request that changes. */
export const metadataChanges = bounded(value.nullable())
  .nullable()
  .optional()
  .describe(
    `Extension: your own keys and values: ${LIMITS}. Keys that are left out keep their values; null removes a key, and \`"metadata": null\` all of them.`,
  );

/** Metadata in answers and events, which are without the member where there is none. */
export const shownMetadata = z.record(z.string(), z.string()).optional().meta({
  description: "Extension: your own keys and values, in any order. Absent if there are none.",
  example: EXAMPLE,
});

/** Returns the member of an answer; no member without metadata. */
export function metadataMember(stored: Metadata | null): { metadata?: Metadata } {
  return stored === null ? {} : { metadata: stored };
}

/** Returns the metadata to store; null: it has no keys. */
export function storedMetadata(sent: Metadata | undefined): Metadata | null {
  return sent === undefined || Object.keys(sent).length === 0 ? null : sent;
}

/** Applies changes. Raises invalid_request if the result is too large. @param changes null removes all keys */
export function changedMetadata(current: Metadata | null, changes: MetadataChanges | null): Metadata | null {
  if (changes === null) return null;
  const members = Object.entries({ ...current, ...changes });
  const changed = Object.fromEntries(members.filter(([, text]) => text !== null)) as Metadata;
  const message = excessOf(changed);
  if (message !== null) throw invalid("metadata", "invalid", `metadata ${message}.`);
  return storedMetadata(changed);
}

/** Returns what is too much; null: nothing is. */
function excessOf(members: MetadataChanges): string | null {
  if (Object.keys(members).length > MAX_METADATA_KEYS) return `must have at most ${MAX_METADATA_KEYS} keys`;
  const bytes = Buffer.byteLength(JSON.stringify(members));
  return bytes > MAX_METADATA_BYTES ? `must have at most ${MAX_METADATA_BYTES} bytes of JSON` : null;
}
