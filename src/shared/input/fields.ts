import { z } from "zod";

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
