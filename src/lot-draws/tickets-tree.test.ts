import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { drawOf, drawVector, orderHashOf } from "../../test/support/draws/lot-draw-vectors.ts";
import { nodeSha256 } from "./node-sha256.ts";
import { asTicketProof, holdsTicketProof, type TicketProof } from "./ticket-proof.ts";
import { inclusionProof, leafHash, TicketsTree, verifyInclusion } from "./tickets-tree.ts";

const order = orderHashOf("cs_0123456789abcdefghijklmnop");

function leavesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => leafHash(index + 1, index + 1, order));
}

function rootOf(count: number): string {
  const tree = new TicketsTree();
  for (let number = 1; number <= count; number += 1) tree.add(number, number, order);
  return tree.root();
}

describe("TicketsTree", () => {
  it("hashes a leaf as the byte 0, first and last as 8 bytes each, and the order's hash", () => {
    const bytes = `00${"0000000000000005"}${"0000010000000007"}${order}`;
    const expected = hash("sha256", Buffer.from(bytes, "hex"), "hex");
    expect(leafHash(5, 2 ** 40 + 7, order)).toBe(expected);
  });

  it("has the hash of nothing as its root before the first range", () => {
    expect(rootOf(0)).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  it("returns its root at any time and continues", () => {
    const tree = new TicketsTree();
    for (let number = 1; number <= 40; number += 1) {
      tree.add(number, number, order);
      expect(tree.root()).toBe(rootOf(number));
    }
  });

  it("counts ranges and tickets", () => {
    const tree = new TicketsTree();
    tree.add(3, 7, order);
    tree.add(20, 20, order);
    expect({ ranges: tree.ranges, totalTickets: tree.totalTickets, last: tree.last }).toEqual({
      ranges: 2,
      totalTickets: 6,
      last: 20,
    });
  });

  it.each([
    ["overlaps", 7, 9],
    ["comes before", 1, 2],
    ["ends before it begins", 9, 8],
    ["is no integer", 8.5, 9],
    ["is beyond what is exact", 8, 2 ** 53],
  ])("takes no range that %s", (_, first, last) => {
    const tree = new TicketsTree();
    tree.add(3, 7, order);
    expect(() => tree.add(first, last, order)).toThrow("invariant broken");
  });

  it.each([order.toUpperCase(), order.slice(1), `${order}0`, `${order.slice(1)}x`])(
    "takes no order hash like %s",
    (wrong) => {
      expect(() => new TicketsTree().add(1, 1, wrong)).toThrow("invariant broken");
    },
  );
});

describe("a proof of inclusion", () => {
  it("agrees with the tree of eight leaves that certificate transparency logs test with", () => {
    const data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"];
    data.push("606162636465666768696a6b6c6d6e6f");
    const leaves = data.map((hex) => hash("sha256", Buffer.from(`00${hex}`, "hex"), "hex"));
    const path = inclusionProof(leaves, 0);
    expect(path).toEqual([
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]);
    const root = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328";
    expect(verifyInclusion({ leafHash: leaves[0]!, index: 0, size: 8, path, root })).toBe(true);
  });

  it("leads from every leaf to the root, in trees of 1 to 40 leaves", () => {
    for (let size = 1; size <= 40; size += 1) {
      const leaves = leavesOf(size);
      const root = rootOf(size);
      for (const [index, leafHash] of leaves.entries()) {
        const path = inclusionProof(leaves, index);
        expect(verifyInclusion({ leafHash, index, size, path, root })).toBe(true);
      }
    }
  });

  it("of another leaf, place, size, path or root is refused", () => {
    const size = 11;
    const leaves = leavesOf(size);
    const good = {
      leafHash: leaves[9]!,
      index: 9,
      size,
      path: inclusionProof(leaves, 9),
      root: rootOf(size),
    };
    expect(verifyInclusion(good)).toBe(true);
    const [lowest = "", ...rest] = good.path;
    const changes = [
      { leafHash: leaves[8]! },
      { index: 8 },
      { index: 11 },
      { index: -1 },
      { index: 9.5 },
      { size: 9 },
      { size: 2 ** 40 },
      { root: rootOf(10) },
      { root: "" },
      { path: rest },
      { path: [] },
      { path: [...good.path, lowest] },
      { path: [lowest.toUpperCase(), ...rest] },
      { path: [rest[0]!, lowest, ...rest.slice(1)] },
    ];
    for (const change of changes) {
      expect(verifyInclusion({ ...good, ...change }), JSON.stringify(change)).toBe(false);
    }
  });

  it("cannot be made for a leaf that is not there", () => {
    expect(() => inclusionProof(leavesOf(3), 3)).toThrow("invariant broken");
    expect(() => inclusionProof([], 0)).toThrow("invariant broken");
  });
});

describe("a proof of one's tickets", () => {
  const { document, entries } = drawOf(drawVector("a competition id above 2^32"));
  const leaves = entries.map(({ first, last, orderHash }) => leafHash(first, last, orderHash));
  const position = 2;
  const proof: TicketProof = {
    competitionId: document.competitionId,
    entry: entries[position]!,
    position,
    ranges: entries.length,
    path: inclusionProof(leaves, position),
  };

  it("holds for its draw, with either way to hash", () => {
    expect(asTicketProof(JSON.parse(JSON.stringify(proof)))).toEqual(proof);
    expect(holdsTicketProof(proof, document)).toBe(true);
    expect(holdsTicketProof(proof, document, nodeSha256)).toBe(true);
    expect(holdsTicketProof(proof, { ...document, commitment: null })).toBe(false);
  });

  it.each<[string, Partial<TicketProof>]>([
    ["another competition", { competitionId: document.competitionId + 1 }],
    ["more tickets", { entry: { ...proof.entry, last: proof.entry.last + 1 } }],
    ["another position", { position: 1 }],
    ["another number of ranges", { ranges: entries.length + 1 }],
    ["a shorter path", { path: proof.path.slice(1) }],
  ])("does not hold for %s", (_, change) => {
    expect(holdsTicketProof({ ...proof, ...change }, document)).toBe(false);
  });

  it.each([
    null,
    7,
    [],
    {},
    { ...proof, path: "x" },
    { ...proof, path: [["a".repeat(64)]] },
    { ...proof, position: -1 },
    { ...proof, position: "2" },
    { ...proof, entry: { ...proof.entry, orderHash: "zz" } },
  ])("is not %j", (wrong) => {
    expect(asTicketProof(wrong)).toBeNull();
  });
});
