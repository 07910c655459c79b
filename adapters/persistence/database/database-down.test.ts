import { expect, test } from "vitest";
import { Problem, Unavailable } from "../../../src/shared/problem.ts";
import { asUnavailable, isDatabaseDown, sqlState } from "./database-down.ts";

const coded = (code: string) => Object.assign(new Error("x"), { code });

test.each([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "57P01",
  "57P02",
  "57P03",
  "57014",
  "08006",
  "08P01",
  "0A000",
  "25006",
  "25P03",
  "40001",
  "40003",
  "40P01",
  "53100",
  "53200",
  "53300",
  "53400",
  "55P03",
  "57P04",
  "57P05",
  "58000",
  "58030",
  "58P01",
])("%s means that the database cannot be reached or written to", (code) => {
  expect(isDatabaseDown(coded(code))).toBe(true);
  expect(isDatabaseDown(new Error("wrapped", { cause: new Error("twice", { cause: coded(code) }) }))).toBe(
    true,
  );
});

test.each([
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end on the pool",
  "Received unexpected commandComplete message from backend.",
  "received invalid response: 4a",
])("so does what pg says without a code: %s", (message) => {
  expect(isDatabaseDown(new Error(message))).toBe(true);
});

test.each(["23505", "42P01", "42501", "25P02", "ENOENT"])("%s is not that", (code) => {
  expect(isDatabaseDown(coded(code))).toBe(false);
});

test("other values than errors are not that, and a circle of causes ends", () => {
  const circle = new Error("round");
  circle.cause = circle;
  for (const value of [null, undefined, "ECONNREFUSED", { code: "57P01" }, circle]) {
    expect(isDatabaseDown(value)).toBe(false);
  }
});

test("a store raises Unavailable for it, and everything else as it was; either keeps PostgreSQL's code", () => {
  const down = coded("57P01");
  const raised = asUnavailable(down) as Problem;
  expect(raised).toBeInstanceOf(Problem);
  expect([raised.code, raised.cause]).toEqual([Unavailable.code, down]);
  expect(asUnavailable(raised)).toBe(raised);
  expect(sqlState(raised)).toBe("57P01");
  const taken = coded("23505");
  expect(asUnavailable(taken)).toBe(taken);
  expect(sqlState(taken)).toBe("23505");
  expect([sqlState(new Error("x")), sqlState(Unavailable.because()), sqlState(undefined)]).toEqual([
    "",
    "",
    "",
  ]);
});
