import { expect, it } from "vitest";
import { z } from "zod";
import { Problem } from "../problem.ts";
import { integer } from "./fields.ts";
import { validate } from "./validation.ts";

const schema = z.strictObject({ quantity: integer({ min: 1, max: 100 }) });

function issuesOf(value: unknown): unknown {
  try {
    return validate(schema, value);
  } catch (error) {
    return error instanceof Problem ? error.facts.issues : error;
  }
}

it.each([101, 1e20, Number.MAX_VALUE])("%s is above what is allowed, which is said once", (quantity) => {
  const message = "must be an integer from 1 to 100";
  expect(issuesOf({ quantity })).toEqual([{ path: "quantity", code: "too_big", message }]);
});

it.each([0, -1e20])("%s is below it, which is said once", (quantity) => {
  expect(issuesOf({ quantity })).toHaveLength(1);
});
