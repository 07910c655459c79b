import type { z } from "zod";
import type { Problem } from "./problem.ts";

/** Parses external data by a schema. The fault names every invalid member. */
export function parsedAs<T>(schema: z.ZodType<T>, input: unknown, refusal: (fault: string) => Problem): T {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw refusal(error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; "));
}
