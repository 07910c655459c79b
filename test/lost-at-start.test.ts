import { expect, it } from "vitest";
import { Unavailable } from "../src/shared/problem.ts";
import type { Config } from "../app/config/config.ts";
import { noDatabase } from "../app/config/opening.ts";

const config = {
  databaseUrl: "postgres://db.example/raffle",
  databaseDirectUrl: "postgres://db.example/raffle",
} as Config;
const messageOf = (error: unknown) => {
  try {
    return noDatabase(config)(error);
  } catch (raised) {
    return (raised as Error).message;
  }
};

it("a start whose connection is lost says so in a sentence, and keeps any other error as it is", () => {
  const lost = new Error("Connection terminated unexpectedly");
  expect(messageOf(lost)).toBe("DATABASE_URL: no connection: Connection terminated unexpectedly");
  expect(messageOf(Unavailable.because(undefined, {}, { cause: lost }))).toBe(
    "DATABASE_URL: no connection: Connection terminated unexpectedly",
  );
  expect(messageOf(Unavailable.because("Nobody knows why."))).toBe("Nobody knows why.");
  expect(messageOf(new Error("x is not a function"))).toBe("x is not a function");
});
