import { z } from "zod";

/** The characters of a URI (RFC 3986), and complete escapes. */
export const URI = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;

/** A string whose length counts Unicode code points, as JSON Schema counts. */
export function text({ min = 0, max }: { readonly min?: number; readonly max: number }) {
  const short = min === 1 ? "must not be empty" : `must have at least ${min} characters`;
  return z
    .string()
    .check((context) => {
      const length = codePoints(context.value, max);
      const bounds = { origin: "string", inclusive: true, input: context.value } as const;
      if (length < min) {
        context.issues.push({ ...bounds, code: "too_small", minimum: min, message: short });
      } else if (length > max) {
        context.issues.push({
          ...bounds,
          code: "too_big",
          maximum: max,
          message: `must have at most ${max} characters`,
        });
      }
    })
    .meta(min === 0 ? { maxLength: max } : { minLength: min, maxLength: max });
}

const CONTROL = /(?![\t\n\r])\p{Cc}/u;
const UNCONTROLLED = "must not contain control characters other than tabs and line breaks";

/** A displayed text of several lines, or an empty one. */
export function lines({ max }: { readonly max: number }) {
  return text({ max })
    .refine((value) => !CONTROL.test(value), UNCONTROLLED)
    .meta({ maxLength: max });
}

/** A text with visible characters. The document has the part of the rule that all languages can express. */
function seen({ max }: { readonly max: number }) {
  return text({ min: 1, max }).refine((value) => value === "" || SEEN.test(value), "must not be blank");
}
/** A character visible alone: not white space, controls, the blank of Braille, or marks such as joiners and fillers. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u;
const seenMeta = (max: number) => ({ minLength: 1, maxLength: max, pattern: "\\S" });

/** Several lines with visible characters. */
export function prose({ max }: { readonly max: number }) {
  return seen({ max })
    .refine((value) => !SEEN.test(value) || !CONTROL.test(value), UNCONTROLLED)
    .meta(seenMeta(max));
}

/** Prose on one line, for lists, mails and logs: titles and names. */
export function label({ max }: { readonly max: number }) {
  return seen({ max })
    .refine((value) => !SEEN.test(value) || !BREAK.test(value), "must be one line without control characters")
    .refine(
      (value) => !SEEN.test(value) || !TURN.test(value),
      "must not change the direction of text (U+202A to U+202E, U+2066 to U+2069)",
    )
    .meta(seenMeta(max));
}
const BREAK = /[\p{Cc}\u2028\u2029]/u;
/** Embeddings, overrides and isolates: unclosed ones turn the following text. U+200E and U+200F turn nothing. */
const TURN = /[\u202a-\u202e\u2066-\u2069]/u;

/** Counts exactly up to `max`; does not examine text that is certainly too long. */
function codePoints(value: string, max: number): number {
  if (value.length > 2 * max) return value.length;
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** An integer in a body, with a single message that states the whole requirement. */
export function integer({ min, max }: { readonly min: number; readonly max?: number }) {
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  const error = `must be an integer ${range}`;
  const bounded = z.int({ error }).min(min, { error });
  return max === undefined ? bounded : bounded.max(max, { error });
}

/** An optional field of a body; null counts as omitted. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();
}

/** An optional member of a change that null, or `""`, removes. */
export function clearable<S extends z.ZodType>(schema: S) {
  return z
    .preprocess((value) => (value === "" ? null : value), schema.nullable().optional())
    .meta({ [CLEARABLE]: true })
    .optional();
}
/** Mark for the document: `""` is allowed, too. */
export const CLEARABLE = "clearable";
export const CLEARED = 'Null or `""` takes it away.';

/** A field of a body with a default for omitted or null. */
export function optionalOr<S extends z.ZodType>(schema: S, fallback: z.output<S> & {}) {
  return schema
    .nullish()
    .meta({ default: fallback })
    .transform((value) => value ?? fallback);
}
