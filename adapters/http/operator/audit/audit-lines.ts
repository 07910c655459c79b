import { createHash } from "node:crypto";

const BEFORE_THE_FIRST = "0".repeat(64);

/**
 * Lines of JSON. Each has the SHA-256 of the line before it, in hex, without its line feed: a line that is changed, moved or
 * taken out does not fit. The last says how many entries there are, so a file that ends before it is not whole.
 * @param about of the first line
 */
export async function* chainedLines(
  about: object,
  pages: AsyncIterable<readonly object[]>,
): AsyncGenerator<string> {
  let previous = BEFORE_THE_FIRST;
  let entries = 0;
  const line = (content: object) => {
    const text = lineAfter(previous, content);
    previous = createHash("sha256").update(text).digest("hex");
    return `${text}\n`;
  };
  yield line({ export: about });
  for await (const page of pages) {
    entries += page.length;
    yield page.map((entry) => line({ entry })).join("");
  }
  yield line({ end: { entries } });
}

/** The first line of a file, with its line feed. @param about what is exported */
export function firstLine(about: object): string {
  return `${lineAfter(BEFORE_THE_FIRST, { export: about })}\n`;
}

function lineAfter(previous: string, content: object): string {
  return JSON.stringify({ previous, ...content });
}
