import { expect, it } from "vitest";
import { loggedReadiness } from "./readiness-log.ts";

it("each reason why a process is not ready is logged once, and that it is ready again, however often it is probed", async () => {
  const lines: string[] = [];
  const write = (facts: object, message: string) => {
    const { err } = facts as { err?: Error };
    lines.push(err ? `${message}: ${err.message}` : message);
  };
  let reason: string | null = null;
  const ready = loggedReadiness(
    async () => {
      if (reason !== null) throw new Error(reason);
    },
    { debug: write, info: write, warn: write, error: write },
  );
  for (reason of [null, "full", "full", "away", "away", null, null, "full", null]) {
    const probe = ready();
    if (reason === null) await probe;
    else await expect(probe).rejects.toThrow(reason);
  }
  expect(lines).toEqual([
    "not ready: full",
    "not ready: away",
    "ready again",
    "not ready: full",
    "ready again",
  ]);
});
