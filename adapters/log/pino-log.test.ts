import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createLogger, PinoLog } from "./pino-log.ts";

const API_KEY = `sk_${"aB3".repeat(14)}x`;
const WEBHOOK_SECRET = "whsec_0123456789abcdefghijklmnop";

function recorder(options: { readonly pretty?: boolean; readonly level?: string } = {}) {
  const lines: string[] = [];
  const logger = createLogger({
    level: options.level ?? "debug",
    pretty: options.pretty ?? false,
    destination: { write: (line) => void lines.push(line) },
  });
  return { lines, logger, log: new PinoLog(logger) };
}

/** The one line that was logged, as what it says. */
function only(lines: readonly string[]): Record<string, never> {
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0]!);
}

/** The lines that a process prints that does this with a `logger`. */
function linesOf(work: string): Record<string, unknown>[] {
  const program = `
    import { createLogger } from ${JSON.stringify(new URL("./pino-log.ts", import.meta.url).href)};
    const logger = createLogger({ level: "info", pretty: false });
    ${work}`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Returns the output of a process that logs and then ends in this way. */
function printedBy(end: string): unknown[] {
  const work = `for (const line of ["first", "second", "third"]) logger.info(line); ${end}`;
  return linesOf(work).map(({ msg }) => msg);
}

describe("standard output", () => {
  it.each([
    ["runs on for a turn", "setTimeout(() => {}, 1)"],
    ["exits at once", "process.exit(0)"],
    ["ends by an uncaught error", "throw new Error('gone')"],
    ["logs more while it exits", "process.on('exit', () => logger.info('last')); process.exit(0)"],
  ])("has every line of a process that %s, in order", (_, end) => {
    const expected = ["first", "second", "third", ...(end.includes("last") ? ["last"] : [])];
    expect(printedBy(end)).toEqual(expected);
  });

  it("on a full disk ends no process: lines wait for room, and of many the first", () => {
    const lines = linesOf(`
      import fs from "node:fs";
      import { setImmediate as turn } from "node:timers/promises";
      const { writeSync } = fs;
      let room = true;
      fs.writeSync = (fd, ...rest) => {
        if (fd === 1 && !room) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
        return writeSync(fd, ...rest);
      };
      const say = async (...all) => {
        for (const line of all) logger.info(line);
        for (let turns = 0; turns < 3; turns++) await turn();
      };
      await say("before");
      room = false;
      await say("kept");
      for (const tenth of Array(20).keys()) await say("much " + ".".repeat(100_000), "and more");
      room = true;
      await say("after");
      room = false;
      await say("kept again");
      room = true;
      await say("at last");`);
    const messages = lines.map(({ msg, lostLines }) => [String(msg).split(" .")[0], lostLines]);
    const back = (lost: number) => ["the log could not be written for a while", lost];
    const much = messages.filter(([message]) => message === "much");
    expect(much.length).toBeGreaterThan(5);
    const plain = messages.filter(([message]) => message !== "much" && message !== "and more");
    expect(plain).toEqual([
      ["before", undefined],
      ["kept", undefined],
      ["after", undefined],
      back(40 - 2 * much.length),
      ["kept again", undefined],
      ["at last", undefined],
      back(0),
    ]);
  });

  it.runIf(existsSync("/dev/full"))("that never has room ends no process either", () => {
    const module = JSON.stringify(new URL("./pino-log.ts", import.meta.url).href);
    const program = `
      import { createLogger } from ${module};
      createLogger({ level: "info", pretty: false }).info("to nobody");
      setTimeout(() => process.exit(7), 1);`;
    const full = openSync("/dev/full", "w");
    const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", full, "ignore"],
    });
    closeSync(full);
    expect(status).toBe(7);
  });
});

describe("the log", () => {
  it("writes one JSON line with level, time, facts and message", () => {
    const { lines, log } = recorder();
    log.warn({ orderId: "cs_1", waited: 3 }, "slow");
    expect(only(lines)).toMatchObject({ level: "warn", orderId: "cs_1", waited: 3, msg: "slow" });
    expect(only(lines).time).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it("names the request in whose work a line is written, also later, and no other", async () => {
    const { lines, log } = recorder();
    await Promise.all([
      log.during("request-0001", async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        log.info({ orderId: "cs_1" }, "first");
      }),
      log.during("request-0002", async () => log.info({ orderId: "cs_2" }, "second")),
    ]);
    log.info({ orderId: "cs_3" }, "third");
    const entries = lines.map((line) => JSON.parse(line)).map(({ orderId, req }) => [orderId, req?.id]);
    expect(entries.toSorted()).toEqual([
      ["cs_1", "request-0001"],
      ["cs_2", "request-0002"],
      ["cs_3", undefined],
    ]);
  });

  it("leaves out what is below its level", () => {
    const { lines, log } = recorder({ level: "warn" });
    log.debug({}, "debug");
    log.info({}, "info");
    log.error({}, "error");
    expect(only(lines).msg).toBe("error");
  });

  it("is for people in a terminal", () => {
    const { lines, log } = recorder({ pretty: true });
    log.info({ orderId: "cs_1", key: API_KEY }, "order settled");
    expect(lines.join("")).toContain("order settled");
    expect(() => JSON.parse(lines.join(""))).toThrow();
    expect(lines.join("")).not.toContain(API_KEY);
  });

  it.each([
    ["an API key", API_KEY],
    ["a webhook secret", WEBHOOK_SECRET],
    ["a webhook secret in base64", `whsec_${"a+/".repeat(14)}a=`],
    ["a bearer token", "Bearer an-operators-token"],
    ["an email", "jane.doe+raffle@mail.example.com"],
    ["an email in another script", "жанна@почта.example"],
    ["an email whose domain is in another script to its end", "жанна@почта.рф"],
    ["such an email as a path has it", "jane.doe@%D0%BF%D0%BE%D1%87%D1%82%D0%B0.%D1%80%D1%84"],
    ["an email as a path has it", "jane.doe%2Braffle%40mail.example.com"],
    ["an email as an address in an address has it", "jane.doe%252Braffle%2540mail.example.com"],
    ["the password of a database", "postgres://service:hunter2@db/raffle"],
  ])("hides %s in a fact, in nested facts, in the message, in an error and in its cause", (_, secret) => {
    const hidden = secret.replace("postgres://", "").replace("Bearer ", "").replace("@db/raffle", "");
    for (const [facts, message] of [
      [{ note: secret }, "m"],
      [{ a: { b: [{ c: `see ${secret}!` }] } }, "m"],
      [{ [secret]: 1 }, "m"],
      [{}, `who is "${secret}"?\n${secret}`],
      [{ err: new Error(`key\n${secret}\tis wrong`) }, "m"],
      [{ error: new Error("outer", { cause: new Error(`"${secret}"`) }) }, "m"],
      [{ results: [{ reason: new Error(secret) }] }, "m"],
    ] as const) {
      const { lines, log } = recorder();
      log.error(facts, message);
      expect(JSON.stringify(only(lines))).not.toContain(hidden);
      expect(lines[0]).toContain("[redacted]");
    }
  });

  it.each([
    "authorization",
    "credentials",
    "secret",
    "webhookSecret",
    "password",
    "apiKey",
    "api_key",
    "cookie",
  ])("hides the member %s with any value", (name) => {
    const { lines, log } = recorder();
    log.info({ [name]: "opaque", deep: [{ [name.toUpperCase()]: { value: "opaque" } }] }, "m");
    expect(lines[0]).not.toContain("opaque");
  });

  it("shows the causes of an error, but not the rows that a driver adds to it", () => {
    const { lines, log } = recorder();
    const cause = Object.assign(new Error("duplicate key"), {
      code: "23505",
      detail: "Key (slug)=(acme) exists",
    });
    log.error({ err: new Error("cannot save", { cause }) }, "m");
    expect(only(lines).err).toMatchObject({
      type: "Error",
      message: "cannot save",
      cause: { message: "duplicate key", code: "23505" },
    });
    expect(lines[0]).not.toContain("acme");
  });

  it("keeps what only looks like a secret: ids, key prefixes, times, sums", () => {
    const { lines, log } = recorder();
    const facts = {
      orderId: "cs_abcdefghijklmnopqrstuvwxyz",
      prefix: "sk_aB3aB3aB",
      at: new Date(0),
      received: { amount: 5 },
    };
    log.info(facts, "it's 12:30 @ noon");
    expect(only(lines)).toMatchObject({ ...facts, at: "1970-01-01T00:00:00.000Z", msg: "it's 12:30 @ noon" });
  });

  it("shows bytes as their number, and ends where facts are too deep or go in a circle", () => {
    const { lines, log } = recorder();
    const circle: Record<string, unknown> = { bytes: Buffer.from("opaque") };
    circle.self = circle;
    log.info({ circle }, "m");
    expect(only(lines)).toMatchObject({ circle: { bytes: "[6 bytes]" } });
  });

  it("takes no longer by the letter for a long text with an @", () => {
    const cost = (length: number) => {
      const { log } = recorder();
      const path = `/${"x".repeat(length)}@`;
      const begun = performance.now();
      for (let i = 0; i < 20; i++) log.info({ path }, "m");
      return performance.now() - begun;
    };
    cost(1_000);
    // Twenty times the text: looking at each letter 64 times takes two seconds. The least of some, on a busy machine.
    let least = Infinity;
    for (let tries = 0; tries < 4 && least >= 2_000; tries += 1) least = Math.min(least, cost(500_000));
    expect(least).toBeLessThan(2_000);
  });

  it("hides addresses behind long names, keys among addresses, and both in a path", () => {
    const { lines, log } = recorder();
    log.info({ path: `/a/${"x".repeat(300)}@example.com/${API_KEY}?b=jane@example.com` }, "m");
    expect(lines[0]).not.toMatch(/example\.com|sk_a/);
  });

  it("takes no longer for a long text without an @", () => {
    const { lines, log } = recorder();
    log.info({ body: "x".repeat(300_000) }, "m");
    expect(only(lines).body).toHaveLength(300_000);
  });
});
