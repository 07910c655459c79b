/**
 * Writes test/vectors/fair-draw-v1.json again: `node test/support/draws/fair-draw-cases.ts`.
 * Candidates are kept as they are spelled here, so that readers of JSON must agree about -0 and 1E+2, too.
 */
import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { candidatesHash, serverSeedHash, winnerIndices } from "../../../src/fair-draws/fair-draw.ts";
import { candidatesOf, FAIR_DRAW_VECTORS, type FairDrawVector, readVectors } from "./fair-draw-vectors.ts";

/** Number of winners above which their hash is kept instead. */
const MAX_LISTED = 100;
const LISTED_OF_MANY = 10;

interface Case {
  readonly name: string;
  /** JSON of a list, or of the rule for one. */
  readonly candidates: string;
  readonly pick: number;
  readonly serverSeed?: string;
  readonly clientSeed?: string;
  readonly nonce?: string;
}

const FIVE = '["alice", "bob", "carol", "dave", "eve"]';
const TEN = '{ "range": 10 }';
const integers = (range: number) => JSON.stringify({ range });
const texts = (range: number, prefix: string) => JSON.stringify({ range, prefix });

const CASES: readonly Case[] = [
  {
    name: "three of five",
    candidates: FIVE,
    pick: 3,
    serverSeed: "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
    clientSeed: "partner:2026-10-11",
    nonce: "0",
  },
  { name: "one of five", candidates: FIVE, pick: 1 },
  { name: "five of five", candidates: FIVE, pick: 5 },
  { name: "one of one", candidates: '["alice"]', pick: 1 },
  { name: "one of two", candidates: '["alice", "bob"]', pick: 1 },
  { name: "two of two", candidates: '["alice", "bob"]', pick: 2 },
  { name: "seven of seven: one block has a word left", candidates: integers(7), pick: 7 },
  { name: "eight of eight: one block to its end", candidates: integers(8), pick: 8 },
  { name: "nine of nine: the first word of a second block", candidates: integers(9), pick: 9 },
  { name: "81 of 100: a counter of two digits", candidates: integers(100), pick: 81 },
  { name: "1,000 of 1,000", candidates: integers(1_000), pick: 1_000 },
  { name: "one of 10,000", candidates: integers(10_000), pick: 1 },
  { name: "100 of 10,000", candidates: integers(10_000), pick: 100 },
  { name: "10,000 of 10,000", candidates: integers(10_000), pick: 10_000 },
  { name: "10,000 of 10,000 texts", candidates: texts(10_000, "ticket-"), pick: 10_000 },
  { name: "three of 9,999 texts that are not ASCII", candidates: texts(9_999, "Los Nº "), pick: 3 },
  { name: "a power of two: no word is ever passed over", candidates: integers(4_096), pick: 20 },
  {
    name: "the first word is passed over",
    candidates: integers(9_714),
    pick: 1,
    serverSeed: hash("sha256", "fair-draw-v1 vector: a word that is passed over", "hex"),
    clientSeed: "try 844123",
    nonce: "0",
  },
  {
    name: "a later word is passed over",
    candidates: integers(10_000),
    pick: 10_000,
    serverSeed: hash(
      "sha256",
      "fair-draw-v1 vector: a word that is passed over in the middle of 10,000 winners",
      "hex",
    ),
    clientSeed: "try 84",
    nonce: "0",
  },
  { name: "a seed of zeros", candidates: TEN, pick: 3, serverSeed: "0".repeat(64) },
  { name: "a seed of ones", candidates: TEN, pick: 3, serverSeed: "f".repeat(64) },
  { name: "an empty client seed", candidates: TEN, pick: 4, clientSeed: "" },
  { name: "a client seed of one quote", candidates: TEN, pick: 4, clientSeed: '"' },
  { name: "a client seed of one space", candidates: TEN, pick: 4, clientSeed: " " },
  {
    name: "a client seed that must be escaped",
    candidates: TEN,
    pick: 4,
    clientSeed: 'a"b\\c/d\n\t\u0000\u001f',
  },
  { name: "a client seed that looks escaped", candidates: TEN, pick: 4, clientSeed: String.raw`\u0041\n` },
  { name: "a client seed with an accent, composed", candidates: TEN, pick: 4, clientSeed: "caf\u00e9" },
  { name: "a client seed with an accent, combining", candidates: TEN, pick: 4, clientSeed: "cafe\u0301" },
  { name: "a client seed of many scripts", candidates: TEN, pick: 4, clientSeed: "Glück 抽選 قرعة жребий ρ" },
  { name: "a client seed of 200 letters", candidates: TEN, pick: 4, clientSeed: "s".repeat(200) },
  { name: "a client seed of 200 emoji", candidates: TEN, pick: 4, clientSeed: "🎲".repeat(200) },
  {
    name: "a client seed of one family, five code points",
    candidates: TEN,
    pick: 4,
    clientSeed: "👨\u200d👩\u200d👧",
  },
  {
    name: "a client seed with line separators",
    candidates: TEN,
    pick: 4,
    clientSeed: "\u2028\u2029\ufeff\u007f",
  },
  { name: "a client seed of markup", candidates: TEN, pick: 4, clientSeed: "<a href='x'>&amp;</a>" },
  {
    name: "the default nonce",
    candidates: TEN,
    pick: 4,
    serverSeed: hash("sha256", "nonces", "hex"),
    clientSeed: "n",
    nonce: "0",
  },
  {
    name: "an empty nonce is not the default",
    candidates: TEN,
    pick: 4,
    serverSeed: hash("sha256", "nonces", "hex"),
    clientSeed: "n",
    nonce: "",
  },
  {
    name: "a nonce of 80 code points",
    candidates: TEN,
    pick: 4,
    serverSeed: hash("sha256", "nonces", "hex"),
    clientSeed: "n",
    nonce: "🎟".repeat(80),
  },
  {
    name: "a nonce that ends what it is not in",
    candidates: TEN,
    pick: 4,
    serverSeed: hash("sha256", "nonces", "hex"),
    clientSeed: 'n","0',
    nonce: '","',
  },
  { name: "empty texts", candidates: '["", "", " "]', pick: 2 },
  { name: "duplicates are a weight", candidates: '["a", "b", "b", "b", "a", "b"]', pick: 4 },
  { name: "all the same", candidates: '["x", "x", "x", "x"]', pick: 4 },
  { name: "a number and its text", candidates: '[1, "1", 1.0, "1.0"]', pick: 2 },
  { name: "literals", candidates: "[null, true, false]", pick: 2 },
  { name: "a list of null", candidates: "[null]", pick: 1 },
  { name: "empty objects and lists", candidates: "[{}, [], [[]], [{}]]", pick: 2 },
  { name: "integers to the last", candidates: "[0, -1, 9007199254740991, -9007199254740991]", pick: 2 },
  { name: "zeros: spellings of one number", candidates: "[0, -0, 0.0, -0.0, 0e0, -0e-1]", pick: 3 },
  {
    name: "numbers where the exponent begins",
    candidates: "[1e21, 1e-7, 0.000001, 1.5e-7, 12345678.9e14, 1E+22]",
    pick: 3,
  },
  {
    name: "negative numbers where the exponent begins",
    candidates: "[-1e21, -1e-7, -0.000001, -1.5E-9, -999999999999999.9e7]",
    pick: 3,
  },
  {
    name: "fractions",
    candidates: "[0.1, 0.2, 0.30000000000000004, 0.5, 1e-1, 333333333.33333329, 4.50, 2e-3, -1.25]",
    pick: 5,
  },
  {
    name: "the ends of the range of numbers",
    candidates: "[5e-324, 1.7976931348623157e308, -2.2250738585072014e-308, 1.7976931348623157E+308]",
    pick: 2,
  },
  { name: "whole numbers with exponents and fractions", candidates: "[1e2, 100, 1.0e+2, 100.00]", pick: 2 },
  {
    name: "objects whose names are not in order",
    candidates: '[{ "b": 1, "a": 2, "B": 3 }, { "name": "Ana", "id": 7 }, { "id": 7, "name": "Ana" }]',
    pick: 2,
  },
  {
    name: "names in the order of UTF-16",
    candidates: String.raw`[{ "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 }, 0]`,
    pick: 2,
  },
  {
    name: "names that are numbers, and the empty name",
    candidates: '[{ "10": 1, "9": 2, "1": 3, "": 4, "01": 5 }, { "2": 1, "-1": 2 }]',
    pick: 1,
  },
  {
    name: "names that mean something to a language",
    candidates:
      '[{ "toJSON": 1, "__proto__": { "a": 1 }, "constructor": null, "length": 0, "__class__": [] }, "x"]',
    pick: 1,
  },
  {
    name: "objects in lists in objects",
    candidates: '[{ "z": [{ "y": [1, [2, [3]]], "x": {} }], "a": { "c": null, "b": [true] } }, [[["deep"]]]]',
    pick: 1,
  },
  { name: "100 lists in each other", candidates: `[${"[".repeat(100)}${"]".repeat(100)}, 1]`, pick: 2 },
  {
    name: "texts of many scripts",
    candidates: '["Zoë", "Łukasz", "Нина", "Ελένη", "عمر", "नीना", "陽菜", "지우", "🦊", "👩🏽‍🚀"]',
    pick: 5,
  },
  {
    name: "composed and combining are two",
    candidates: String.raw`["\u00e9", "e\u0301", "\u212b", "\u00c5"]`,
    pick: 3,
  },
  {
    name: "texts that must be escaped",
    candidates: String.raw`["\"", "\\", "\/", "\b\f\n\r\t", "\u0000\u001f", "\u007f", "\u2028", "A", "\u0041"]`,
    pick: 5,
  },
  {
    name: "entries as a shop has them",
    candidates: `[
      { "ticket": 1001, "email": "a@example.org", "price": 9.9, "tags": ["early", "web"], "vip": false },
      { "vip": true, "ticket": 1002, "email": "b@example.org", "price": 1e1, "tags": [] },
      { "ticket": 1003, "email": "ç@example.org", "price": null, "tags": ["🎁"] }
    ]`,
    pick: 2,
  },
  {
    name: "names that are spelled with escapes, behind one that is spelled alike",
    candidates: String.raw`[{ "id": 1, "\\u0": 0 }, 0, { "id": 1, "\u0438\u043c\u044f": "Anna" }, { "id": 2, "имя": "Ben" }]`,
    pick: 2,
  },
  {
    name: "one name in three spellings",
    candidates: String.raw`[{ "id": 1, "n\\u0": 0 }, 0, { "id": 1, "n\u0061me": 1 }, { "id": 1, "\u006eame": 1 }, { "id": 1, "name": 1 }]`,
    pick: 3,
  },
  {
    name: "names that must be escaped",
    candidates: String.raw`[{ "id": 1, "\\": 0 }, 0, { "id": 1, "\"": 1 }, 0, { "id": 1, "\n": 2 }, 0, { "id": 1, "\/": 3, "\\\"": 4 }]`,
    pick: 3,
  },
  {
    name: "numbers too small for a double are zero, or the smallest",
    candidates: "[1e-400, -1e-400, 2e-324, 4e-324, 0]",
    pick: 2,
  },
  {
    name: "a number from 10^21 on, below it by its digits",
    candidates: "[999999999999999999999.9, 1e21, 1000000000000000000000.0]",
    pick: 2,
  },
];

/** The whole file. */
export function vectorsText(): string {
  return `[\n${CASES.map(vectorText).join(",\n")}\n]\n`;
}

function vectorText({ name, candidates, pick, ...chosen }: Case): string {
  const serverSeed = chosen.serverSeed ?? hash("sha256", `server seed of: ${name}`, "hex");
  const clientSeed = chosen.clientSeed ?? `client seed of: ${name}`;
  const nonce = chosen.nonce ?? "0";
  const list = candidatesOf(readVectors(candidates) as FairDrawVector["candidates"]);
  const inputs = {
    clientSeed,
    nonce,
    candidatesHash: candidatesHash(list),
    candidateCount: list.length,
    pick,
  };
  const indices = winnerIndices(serverSeed, inputs);
  const many = indices.length > MAX_LISTED;
  const members: readonly (readonly [keyof FairDrawVector, string])[] = [
    ["name", JSON.stringify(name)],
    ["serverSeed", JSON.stringify(serverSeed)],
    ["serverSeedHash", JSON.stringify(serverSeedHash(serverSeed))],
    ["clientSeed", JSON.stringify(clientSeed)],
    ["nonce", JSON.stringify(nonce)],
    ["candidates", candidates],
    ["candidatesHash", JSON.stringify(inputs.candidatesHash)],
    ["pick", String(pick)],
    ["winnerIndices", JSON.stringify(many ? indices.slice(0, LISTED_OF_MANY) : indices)],
    ...(many
      ? ([["winnerIndicesHash", `"${hash("sha256", JSON.stringify(indices), "hex")}"`]] as const)
      : []),
  ];
  return `  {\n${members.map(([member, value]) => `    "${member}": ${value}`).join(",\n")}\n  }`;
}

if (import.meta.main) writeFileSync(FAIR_DRAW_VECTORS, vectorsText());
