import { expect, it } from "vitest";
import { attemptOutcome } from "./delivery.ts";

it.each([
  [200, null, "delivered"],
  [299, null, "delivered"],
  [302, null, "failed"],
  [400, null, "rejected"],
  [410, null, "rejected"],
  [499, null, "rejected"],
  [500, null, "failed"],
  [null, "timeout", "timeout"],
  [null, "address_refused", "refused_address"],
  [null, "name_not_found", "connection_error"],
  [null, "ECONNRESET", "connection_error"],
] as const)("an attempt with status %s and error %s is counted as %s", (status, error, outcome) => {
  expect(attemptOutcome({ status, error })).toBe(outcome);
});
