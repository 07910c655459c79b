import { readFile, readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const FOLDER = new URL("../../../docs/decisions/", import.meta.url);
const files = (await readdir(FOLDER)).filter((file) => file !== "README.md");
const records = await Promise.all(
  files.map(async (file) => ({ file, text: await readFile(new URL(file, FOLDER), "utf8") })),
);
/** Sections of a record, in their order. */
const SECTIONS = ["Context", "Decision", "Alternatives", "Price", "Revisit"];
const OPTIONAL = "Revisit";

it("no two decisions have one number", () => {
  const numbers = files.map((file) => file.slice(0, 4));
  expect(numbers.length).toBeGreaterThan(50);
  expect(new Set(numbers).size).toBe(numbers.length);
});

describe.each(records)("$file", ({ file, text }) => {
  it("is named by its number and title", () => {
    const [, number, title] = /^# D(\d+): (.+)$/m.exec(text)!;
    const words = title!
      .toLowerCase()
      .replaceAll("'", "")
      .replaceAll(/[^a-z0-9]+/g, "-");
    expect(file).toBe(`${number!.padStart(4, "0")}-${words}.md`);
  });

  it("has at most 40 lines", () => expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40));

  it("has the sections of a record, in their order", () => {
    const sections = [...text.matchAll(/^#+ (.+)$/gm)].slice(1).map(([, title]) => title!);
    const expected = SECTIONS.filter((title) => title !== OPTIONAL || sections.includes(title));
    expect(sections).toEqual(expected);
  });
});
