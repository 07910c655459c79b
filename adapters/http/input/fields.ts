import { z } from "zod";
import { ONLY_NULL } from "../openapi/openapi-components.ts";

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

/** A text that names something: more than white space. */
export function label({ max }: { readonly max: number }) {
  return text({ min: 1, max })
    .refine((value) => value === "" || NOT_BLANK.test(value), "must not be blank")
    .meta({ minLength: 1, maxLength: max, pattern: NOT_BLANK.source });
}
const NOT_BLANK = /\S/;

/** Counts exactly up to `max`; beyond what could still fit it does not look. */
function codePoints(value: string, max: number): number {
  if (value.length > 2 * max) return value.length;
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** An integer of a body, whose one sentence names all that is expected of it. */
export function integer({ min, max }: { readonly min: number; readonly max?: number }) {
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  const error = `must be an integer ${range}`;
  const bounded = z.int({ error }).min(min, { error });
  return max === undefined ? bounded : bounded.max(max, { error });
}

/** An id in a body or a reply. */
export const id = integer({ min: 1 });

/** A number of things in a reply, or an amount that is never negative. */
export const count = z.int().min(0);

/** A member of a body that may be left out; null is as left out. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();
}

/** A member of a body that has a value of its own where it is left out or null. */
export function optionalOr<S extends z.ZodType>(schema: S, fallback: z.output<S> & {}) {
  return schema
    .nullish()
    .meta({ default: fallback })
    .transform((value) => value ?? fallback);
}

/** For the document: one form of an object whose members depend on each other. Its `oneOf` or `anyOf` lists them. */
export function form(given: Readonly<Record<string, "string" | "object">>, without: readonly string[] = []) {
  return {
    required: Object.keys(given),
    properties: {
      ...Object.fromEntries(Object.entries(given).map(([name, type]) => [name, { type }])),
      ...Object.fromEntries(without.map((name) => [name, ONLY_NULL])),
    },
  };
}

/** A time as it is written. An offset can carry it out of the years that ISO 8601 writes with four digits. */
export const timeText = z.iso.datetime({ offset: true }).refine((value) => {
  const year = new Date(value).getUTCFullYear();
  // Text that is no time is refused before.
  return !(year < 1 || year > 9999);
}, "must be in the years 1 to 9999");

export const dateTime = timeText.transform((value) => new Date(value));

/** The address of an image. */
export const imageUrl = z.url({ protocol: /^https$/, error: "must be an https URL" }).max(2048);

/** A canonical decimal integer in a path or a query: no sign, no leading zero, no exponent. */
export function integerText(number: z.ZodInt) {
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/, "must be a whole number")
    .transform(Number)
    .pipe(number);
}

/** An id in a path or a query. */
export const idText = integerText(id);

/** What the answer to a DELETE says. */
export const deleted = z.strictObject({ id, deleted: z.literal(true) }).meta({ id: "Deleted" });
