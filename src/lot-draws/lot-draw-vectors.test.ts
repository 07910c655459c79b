import { describe, expect, it } from "vitest";
import { drawOf, drawVectors } from "../../test/support/draws/lot-draw-vectors.ts";
import { checkLotDraw } from "./lot-draw-check.ts";
import { nodeSha256 } from "./node-sha256.ts";
import { inclusionProof, leafHash, TicketsTree, verifyInclusion } from "./tickets-tree.ts";
import { winnerIndex } from "./winner-index.ts";

describe.each(drawVectors)("the vector of another implementation: $name", (vector) => {
  const { document, entries } = drawOf(vector);
  const leaves = entries.map(({ first, last, orderHash }) => leafHash(first, last, orderHash));

  it("has our root and our number of tickets, hashed by Node as in JavaScript", () => {
    for (const tree of [new TicketsTree(), new TicketsTree(nodeSha256)]) {
      for (const { first, last, orderHash } of entries) tree.add(first, last, orderHash);
      expect(tree.root()).toBe(vector.ticketsRoot);
      expect(tree.totalTickets).toBe(vector.totalTickets);
      expect(tree.ranges).toBe(entries.length);
    }
  });

  it("has our winner", async () => {
    expect(winnerIndex(vector.blockHash, vector.competitionId, vector.totalTickets)).toBe(vector.winnerIndex);
    const checks = await checkLotDraw(document, entries);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    const { ticketNumber } = vector;
    expect(checks).toContainEqual({
      name: "winner.ticketNumber",
      passed: true,
      detail: String(ticketNumber),
      inDocument: ticketNumber,
      found: ticketNumber,
    });
  });

  it("has our proof that the winning range is under the root", () => {
    const index = vector.winningEntry;
    expect(inclusionProof(leaves, index)).toEqual(vector.path);
    const inclusion = { leafHash: leaves[index]!, index, size: leaves.length, root: vector.ticketsRoot };
    expect(verifyInclusion({ ...inclusion, path: vector.path })).toBe(true);
  });
});

it("there are vectors with one range, two, three, powers of two and their neighbours, and a hundred", () => {
  const sizes = new Set(drawVectors.map(({ entries }) => entries.length));
  for (const size of [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 100]) {
    expect(sizes).toContain(size);
  }
});
