import { describe, expect, it } from "vitest";
import { drawFile, drawOf, drawVector } from "../../test/support/draws/lot-draw-vectors.ts";
import { checkLotDraw } from "./lot-draw-check.ts";
import { documentLine, drawFileText, entryLine, readDrawFile } from "./lot-draw-file.ts";
import type { DrawEntry } from "./lot-draw-document.ts";

const draw = drawOf(drawVector("a competition id above 2^32"));
const text = drawFile(draw);

async function* inPieces(text: string, size: number): AsyncGenerator<string, void> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size = 50) {
  const { document, entries } = await readDrawFile(inPieces(text, size));
  return { document, entries: await Array.fromAsync<DrawEntry>(entries) };
}

/** Returns the faults of a file; empty if everything fits. */
async function faultsOf(text: string): Promise<string[]> {
  try {
    const { document, entries } = await readDrawFile(inPieces(text, 1 << 20));
    const checks = await checkLotDraw(document, entries);
    return checks.filter(({ passed }) => !passed).map(({ name }) => name);
  } catch (error) {
    return [(error as Error).message];
  }
}

describe("a draw file", () => {
  it.each([1, 7, 100, 1 << 20])("is read as it was written, in pieces of %i characters", async (size) => {
    expect(await read(text, size)).toEqual(draw);
  });

  it("is written in pieces, of which each page of entries is read when those before it were taken", async () => {
    const entries = Array.from({ length: 5_000 }, (_, index) => ({
      first: index + 1,
      last: index + 1,
      orderHash: "0".repeat(64),
    }));
    let pages = 0;
    async function* three() {
      for (; pages < 3; pages += 1)
        yield entries.map(({ first, last, ...entry }) => ({
          ...entry,
          first: first + pages * entries.length,
          last: last + pages * entries.length,
        }));
    }
    const pieces: { readonly length: number; readonly pages: number }[] = [];
    let all = "";
    for await (const piece of drawFileText(draw.document, three())) {
      pieces.push({ length: piece.length, pages });
      all += piece;
    }
    expect(all.split("\n")).toHaveLength(1 + 3 * entries.length + 1);
    expect((await read(all, 1 << 20)).entries.at(-1)!.last).toBe(3 * entries.length);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
    for (const page of [0, 1, 2])
      expect(pieces.filter((piece) => piece.pages === page).length).toBeGreaterThan(4);
  });

  it("has one line for the document and one for each entry", () => {
    expect(text.split("\n")).toHaveLength(1 + draw.entries.length + 1);
    const { first, last, orderHash } = draw.entries[0]!;
    expect(JSON.parse(text.split("\n")[1]!)).toEqual([first, last, orderHash]);
  });

  it("fails on any changed byte, except in what only the chain and the clock can tell", async () => {
    const free = ["chainId", "blockNumber", "committedAt", "drawnAt"].map((member) => {
      const value = new RegExp(`"${member}":("[^"]*"|\\d+)`).exec(text)!;
      return [value.index + value[0].length - value[1]!.length, value.index + value[0].length] as const;
    });
    const unnoticed: string[] = [];
    for (let at = 0; at < text.length; at += 1) {
      if (free.some(([from, to]) => from <= at && at < to)) continue;
      for (const bit of [1, 2, 4, 8, 16, 32, 64]) {
        const changed =
          text.slice(0, at) + String.fromCodePoint(text.charCodeAt(at) ^ bit) + text.slice(at + 1);
        if ((await faultsOf(changed)).length === 0)
          unnoticed.push(`${at}: ${changed.slice(at - 20, at + 20)}`);
      }
    }
    expect(unnoticed).toEqual([]);
    expect(await faultsOf(text)).toEqual([]);
  });

  const lines = text.split("\n");
  const [document = "", entry = ""] = lines;
  it.each([
    ["is empty", "", "The file is empty."],
    ["is cut off within a line", text.slice(0, -1), "line 7 does not end with a line feed"],
    ["is one line without an end", document, "line 1 does not end with a line feed"],
    ["begins with something else", `${entry}\n`, "line 1 it: Invalid input"],
    ["begins with no JSON", `{${document}\n`, "line 1 cannot be read: Not valid JSON"],
    ["lacks a member", `${document.replace('"chainId":31337,', "")}\n`, "line 1 chainId:"],
    ["has a member more", `${document.replace("{", '{"note":1,')}\n`, 'line 1 it: Unrecognized key: "note"'],
    [
      "has a member twice",
      `${document.replace("{", '{"chainId":1,')}\n`,
      "line 1 cannot be read: chainId: occurs twice",
    ],
    [
      "spells a name with an escape",
      `${document.replace('"chainId"', '"chai\\u006eId"')}\n`,
      "line 1 is not in its shortest spelling from character",
    ],
    ["has a space more", `${document} \n`, "line 1 is not in its shortest spelling from character"],
    ["has a space in an entry", text.replace("[1,", "[1, "), "line 2 is not exactly"],
    ["has a leading zero", text.replace("[1,", "[01,"), "line 2 is not exactly"],
    ["has carriage returns", text.replaceAll("\n", "\r\n"), "line 1 is not in its shortest spelling"],
    ["has an empty line", text.replace("\n[", "\n\n["), "line 2 is not exactly"],
    ["has numbers that no lot has", text.replace("[1,", "[100000001,"), "line 2 first: "],
    ["has a document without end", `${" ".repeat(1_000_001)}`, "line 1 is too long"],
  ])("that %s is refused with the line's number", async (_, wrong, sentence) => {
    const { message } = await read(wrong, 1 << 20).then(
      () => new Error("was read"),
      (error: Error) => error,
    );
    expect(message).toContain(sentence);
  });

  it("is made of lines that end in a line feed and have no space", () => {
    for (const line of [documentLine(draw.document), entryLine(draw.entries[0]!)]) {
      expect(line).toMatch(/^\S+\n$/);
    }
  });
});
