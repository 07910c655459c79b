import { describe, expect, it } from "vitest";
import { drawOf, drawVector } from "../../test/support/draws/lot-draw-vectors.ts";
import { checkLotDraw, checkNumberDraw } from "./lot-draw-check.ts";
import type { DrawEntry, LotDrawDocument, SeenBlock } from "./lot-draw-document.ts";
import { orderHashOf } from "../../test/support/draws/lot-draw-vectors.ts";

const { document, entries } = drawOf(drawVector("a competition id above 2^32"));
const commitment = document.commitment!;
const winner = document.winner!;
const seen: SeenBlock = { chainId: document.chainId, hash: winner.blockHash };
const other = orderHashOf("another");

async function failures(
  change: Partial<LotDrawDocument>,
  changed: readonly DrawEntry[] = entries,
  block: SeenBlock | null = null,
) {
  const checks = await checkLotDraw({ ...document, ...change }, changed, block);
  return Object.fromEntries(checks.filter(({ passed }) => !passed).map(({ name, detail }) => [name, detail]));
}

describe("checkLotDraw", () => {
  it("passes every check of a drawn lot, and says what it found", async () => {
    const checks = await checkLotDraw(document, entries, seen);
    expect(checks.map(({ name, passed }) => [name, passed])).toEqual([
      ["status", true],
      ["entries", true],
      ["commitment.ranges", true],
      ["commitment.totalTickets", true],
      ["commitment.ticketsRoot", true],
      ["winner.winnerIndex", true],
      ["winner.entry", true],
      ["winner.ticketNumber", true],
      ["chainId", true],
      ["winner.blockHash", true],
    ]);
    expect(checks.find(({ name }) => name === "commitment.ticketsRoot")!.detail).toBe(commitment.ticketsRoot);
  });

  it("checks the entries of a lot that has no winner yet", async () => {
    const committed = { status: "committed", winner: null } as const;
    expect(await failures(committed, entries, seen)).toEqual({});
    const checks = await checkLotDraw({ ...document, ...committed }, entries);
    expect(checks.map(({ name }) => name)).toEqual([
      "status",
      "entries",
      "commitment.ranges",
      "commitment.totalTickets",
      "commitment.ticketsRoot",
    ]);
    expect(await failures(committed, entries.slice(1))).toHaveProperty(["commitment.ticketsRoot"]);
  });

  it("verifies nothing where nothing is committed, and does not pass for it", async () => {
    const waiting = { status: "waiting", commitment: null, winner: null } as const;
    expect(await failures(waiting)).toEqual({
      status: "waiting: no commitment is there yet, so there is nothing to verify",
    });
    expect(await failures({ commitment: null })).toHaveProperty("status");
  });

  it.each([
    [{ status: "committed" as const }, "the document says committed, but has a winner"],
    [{ status: "waiting" as const }, "the document says waiting, but has a winner"],
    [{ winner: null }, "the document says drawn, but has no winner"],
  ])("fails a status that does not fit: %j", async (change, detail) => {
    expect(await failures(change)).toEqual({ status: detail });
  });

  it.each([
    [
      "commitment.ranges",
      { commitment: { ...commitment, ranges: 9 } },
      "the document says 9, the entries gave 6",
    ],
    [
      "winner.ticketNumber",
      { winner: { ...winner, ticketNumber: winner.ticketNumber + 1 } },
      /the entries gave/,
    ],
    [
      "winner.winnerIndex",
      { winner: { ...winner, winnerIndex: 0 } },
      /^the document says 0, the block hash gave/,
    ],
    [
      "winner.entry",
      { winner: { ...winner, entry: { ...winner.entry, orderHash: other } } },
      /^orderHash: the/,
    ],
    [
      "winner.entry",
      { winner: { ...winner, entry: { ...winner.entry, first: 1 } } },
      /^first: the document says 1,/,
    ],
  ])("fails %s alone when only that is wrong", async (name, change, detail) => {
    expect(await failures(change)).toEqual({ [name]: expect.stringMatching(detail) });
  });

  it("says from which character on a root differs", async () => {
    const wrong = `${commitment.ticketsRoot.slice(0, 9)}-${commitment.ticketsRoot.slice(10)}`;
    const { "commitment.ticketsRoot": detail } = await failures({
      commitment: { ...commitment, ticketsRoot: wrong },
    });
    expect(detail).toBe(
      `the document says ${wrong}, the entries gave ${commitment.ticketsRoot} (from character 10 on)`,
    );
  });

  it.each([
    ["another total", { commitment: { ...commitment, totalTickets: commitment.totalTickets + 1 } }],
    ["another block hash", { winner: { ...winner, blockHash: `0x${other}` as const } }],
    ["another competition", { competitionId: document.competitionId + 1 }],
  ])("fails for %s", async (_, change) => {
    expect(await failures(change)).not.toEqual({});
  });

  it("fails an order that is exchanged, removed or added, with any winner", async () => {
    const at = entries.findIndex(({ first }) => first !== winner.entry.first);
    const exchanged = entries.with(at, { ...entries[at]!, orderHash: other });
    expect(Object.keys(await failures({}, exchanged))).toEqual(["commitment.ticketsRoot"]);
    for (const changed of [
      entries.toSpliced(at, 1),
      [...entries, { first: 100_000_000, last: 100_000_000, orderHash: other }],
      [],
    ]) {
      expect(Object.keys(await failures({}, changed))).toEqual(
        expect.arrayContaining(["commitment.ranges", "commitment.totalTickets", "commitment.ticketsRoot"]),
      );
    }
  });

  it("fails entries out of order, overlapping or reversed, and names the first", async () => {
    const [one, two, ...more] = entries as [DrawEntry, DrawEntry, ...DrawEntry[]];
    expect(await failures({}, [two, one, ...more])).toMatchObject({
      entries: `entry 2 (${one.first} to ${one.last}) begins at or before ${two.last}, where the one above it ends`,
    });
    expect(await failures({}, [one, { ...two, first: one.last }, ...more])).toHaveProperty("entries");
    expect(await failures({}, [{ ...one, first: one.last + 1 }, two, ...more])).toMatchObject({
      entries: `entry 1 (${one.last + 1} to ${one.last}) ends before it begins`,
    });
  });

  it("reads the entries to their end, also behind one that does not fit", async () => {
    let read = 0;
    function* counted() {
      for (const entry of entries.toReversed()) {
        read += 1;
        yield entry;
      }
    }
    await checkLotDraw(document, counted());
    expect(read).toBe(entries.length);
  });

  it("fails an entry that is not a range, with any content", async () => {
    const [one, ...more] = entries as [DrawEntry, ...DrawEntry[]];
    for (const change of [{ orderHash: "zz" }, { first: 1.5 }, { last: Number.NaN }]) {
      expect(await failures({}, [{ ...one, ...change }, ...more])).toHaveProperty("entries");
    }
  });

  it("fails when the node has another hash, another chain or no such block", async () => {
    expect(Object.keys(await failures({}, entries, { ...seen, hash: `0x${other}` }))).toEqual([
      "winner.blockHash",
    ]);
    expect(Object.keys(await failures({}, entries, { ...seen, chainId: 1 }))).toEqual(["chainId"]);
    expect(await failures({}, entries, { ...seen, hash: null })).toEqual({
      "winner.blockHash": "the node has no block of this number",
    });
  });
});

describe("checkNumberDraw", () => {
  const seed = (BigInt(commitment.totalTickets) * 1_000n + BigInt(winner.winnerIndex)).toString();
  const { totalTickets, winnerIndex, ticketNumber } = { ...commitment, ...winner };
  const drawn = { seed, totalTickets, winnerIndex, ticketNumber };
  const wrong = async (change: Partial<typeof drawn>, changed = entries) => {
    const checks = await checkNumberDraw({ ...drawn, ...change }, commitment, changed);
    return checks.filter(({ passed }) => !passed).map(({ name }) => name);
  };

  it("passes what follows from the seed, in digits or hex, with the list or without", async () => {
    expect(await wrong({})).toEqual([]);
    expect(await wrong({ seed: `0x${BigInt(seed).toString(16)}` })).toEqual([]);
    const alone = await checkNumberDraw(drawn, null, []);
    expect(alone.map(({ name, passed }) => [name, passed])).toEqual([["winner.winnerIndex", true]]);
  });

  it("names what does not follow", async () => {
    expect(await wrong({ seed: `${seed.slice(0, -1)}${(Number(seed.at(-1)) + 1) % 10}` })).toContain(
      "winner.winnerIndex",
    );
    expect(await wrong({ seed: "seed" })).toContain("winner.winnerIndex");
    expect(await wrong({ totalTickets: totalTickets + 1 })).toContain("winner.totalTickets");
    expect(await wrong({ ticketNumber: ticketNumber + 1 })).toEqual(["winner.ticketNumber"]);
    expect(await wrong({}, entries.slice(1))).toContain("commitment.ticketsRoot");
  });
});
