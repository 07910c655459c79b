import type { z } from "zod";
import type { Problem } from "./problem.ts";

/** What was read from elsewhere, as what it should be. The fault names every member that is wrong. */
export function parsedAs<T>(schema: z.ZodType<T>, input: unknown, refusal: (fault: string) => Problem): T {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw refusal(error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; "));
}
