import type { Request } from "express";
import { expect, test } from "vitest";
import { MemoryAccessControl } from "../../../test/support/service/http-kernel.ts";
import { InvalidApiKey } from "../../../src/organisations/access.ts";
import { WrongKeys } from "./wrong-keys.ts";

/** A proxy in front wrote it. */
const from = (ip: string) =>
  ({ app: { get: () => 1 }, headers: { "x-forwarded-for": ip }, socket: {} }) as unknown as Request;

function opened(perMinute: number) {
  const accessControl = new MemoryAccessControl();
  accessControl.failuresAllowed = perMinute;
  let now = 1_000_000;
  const wrongKeys = new WrongKeys({ accessControl, door: "api", perMinute, now: () => now });
  return { accessControl, wrongKeys, pass: (ms: number) => (now += ms) };
}

test("of different keys at once no more are judged than may be wrong; the same key many times is one", () => {
  const { wrongKeys } = opened(3);
  const client = from("203.0.113.1");
  const guesses = ["a", "b", "c"].map((key) => wrongKeys.begin(client, key));
  expect(() => wrongKeys.begin(client, "d")).toThrow("invalid keys");
  for (let i = 0; i < 100; i++) wrongKeys.begin(client, "a").end();
  wrongKeys.begin(from("203.0.113.2"), "d").end();
  for (const guess of guesses) guess.end();
  wrongKeys.begin(client, "d").end();
});

test("the budget refills gradually, and no more keys are judged at once than it has left", async () => {
  const { wrongKeys, pass } = opened(6);
  const client = from("203.0.113.1");
  for (const key of ["a", "b", "c", "d", "e", "f"]) {
    const guess = wrongKeys.begin(client, key);
    expect((await guess.wrong(InvalidApiKey)).code).toBe("invalid_api_key");
    guess.end();
  }
  expect(() => wrongKeys.begin(client, "g")).toThrow("invalid keys");
  pass(9_900);
  expect(() => wrongKeys.begin(client, "g")).toThrow("invalid keys");
  pass(200);
  const guess = wrongKeys.begin(client, "g");
  expect(() => wrongKeys.begin(client, "h")).toThrow("invalid keys");
  guess.end();
  pass(60_000);
  const all = Array.from({ length: 6 }, (_, i) => wrongKeys.begin(client, String(i)));
  expect(() => wrongKeys.begin(client, "h")).toThrow("invalid keys");
  for (const each of all) each.end();
});

test("failures that are answered in another order than they were counted give no try back", async () => {
  const { wrongKeys, accessControl } = opened(2);
  const client = from("203.0.113.1");
  const [first, second] = [wrongKeys.begin(client, "a"), wrongKeys.begin(client, "b")];
  const spend = accessControl.spendFailure.bind(accessControl);
  const late = Promise.withResolvers<void>();
  accessControl.spendFailure = async (address, perMinute) => {
    const budget = await spend(address, perMinute);
    await late.promise;
    return budget;
  };
  const counted = first.wrong(InvalidApiKey);
  accessControl.spendFailure = spend;
  await second.wrong(InvalidApiKey);
  late.resolve();
  await counted;
  for (const guess of [first, second]) guess.end();
  expect(() => wrongKeys.begin(client, "c")).toThrow("invalid keys");
});

test("a client is an IPv4 address or the /64 of an IPv6 one", async () => {
  const { wrongKeys, accessControl } = opened(1);
  const guess = wrongKeys.begin(from("2001:db8::1"), "a");
  await guess.wrong(InvalidApiKey);
  guess.end();
  expect(() => wrongKeys.begin(from("2001:db8::ffff:1"), "a")).toThrow("invalid keys");
  wrongKeys.begin(from("2001:db8:0:1::1"), "a").end();
  wrongKeys.begin(from("::ffff:203.0.113.1"), "a").end();
  expect(accessControl.failedAddresses).toEqual(["2001:db8::/64"]);
});
