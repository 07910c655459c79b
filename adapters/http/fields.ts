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

/** Counts exactly up to `max`; beyond what could still fit it does not look. */
function codePoints(value: string, max: number): number {
  if (value.length > 2 * max) return value.length;
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** An id in a body or a reply. */
export const id = z.int().min(1);

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
