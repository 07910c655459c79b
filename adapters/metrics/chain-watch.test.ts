import { Registry } from "prom-client";
import { beforeEach, expect, it } from "vitest";
import { type Block, type Chain, ChainUnavailable } from "../../ports/chain.ts";
import { ChainWatch } from "./chain-watch.ts";

const START = new Date("2027-01-11T12:00:00Z");
let now: Date;
let head: number | Error;
let registry: Registry;
let watch: ChainWatch;

/** A block every two seconds since the start, up to `head`; both fail where it is an error. */
const chain: Pick<Chain, "head" | "block"> = {
  async head() {
    if (head instanceof Error) throw head;
    return head;
  },
  async block(number): Promise<Block | null> {
    return { number, hash: "0x00", timestamp: START.getTime() / 1000 + 2 * number };
  },
};

beforeEach(() => {
  now = START;
  head = 0;
  registry = new Registry();
  watch = new ChainWatch({ chain: chain as Chain, clock: { now: () => now }, registry });
});

async function ageAfter(seconds: number): Promise<number> {
  now = new Date(START.getTime() + seconds * 1_000);
  await watch.look();
  return Number(/^chain_head_age_seconds (.*)$/m.exec(await registry.metrics())![1]);
}

it("the third block below the newest tells how old the chain's head is", async () => {
  head = 53;
  expect(await ageAfter(107)).toBe(7);
});

it("a chain that stands, or whose node lags, grows old", async () => {
  head = 53;
  expect(await ageAfter(700)).toBe(600);
});

it("a chain that cannot be read grows older than it was last seen, and raises nothing", async () => {
  head = 53;
  await ageAfter(107);
  head = ChainUnavailable.because();
  expect(await ageAfter(150)).toBe(50);
});

it("a chain that was never read is as old as the process", async () => {
  head = ChainUnavailable.because();
  expect(await ageAfter(40)).toBe(40);
});

it("raises errors other than an unavailable chain", async () => {
  head = new Error("a bug");
  await expect(watch.look()).rejects.toThrow("a bug");
});

it("a young chain's first block is its newest", async () => {
  head = 1;
  expect(await ageAfter(3)).toBe(3);
});
