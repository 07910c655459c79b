import { readJson, UnreadableJson } from "../shared/json.ts";
import { parsedAs } from "../shared/parsed-as.ts";
import { defineProblem, type Problem } from "../shared/problem.ts";
import { DrawEntry, LotDrawDocument } from "./lot-draw-document.ts";

/** A draw file or response with invalid content. */
export const UnreadableDraw = defineProblem("unreadable_draw", "invalid", "This is not a draw.");

/** Maximum length of a line: longer than a document with a thousand voided commitments. */
const MAX_LINE = 1_000_000;
/** Length of a piece of a written file, in characters. */
const PIECE = 65_536;
/** Maximum nesting: a document has three levels. */
const MAX_DEPTH = 8;
/** The only accepted spelling of an entry: no space, no leading zero, no escape. */
const ENTRY_LINE = /^\[([1-9]\d{0,15}),([1-9]\d{0,15}),"([0-9a-f]{64})"\]$/;

export interface Draw {
  readonly document: LotDrawDocument;
  /** Can be read once. */
  readonly entries: AsyncIterable<DrawEntry>;
}

/** Returns the first line of a draw file, with its line feed. */
export function documentLine(document: LotDrawDocument): string {
  return `${JSON.stringify(document)}\n`;
}

/** Returns any other line of a draw file, with its line feed. */
export function entryLine({ first, last, orderHash }: DrawEntry): string {
  return `[${first},${last},"${orderHash}"]\n`;
}

/**
 * Yields the text of a draw file in pieces.
 * @param pages the entries in ascending order; a page is read when the pieces before it were taken
 */
export async function* drawFileText(
  document: LotDrawDocument,
  pages: AsyncIterable<readonly DrawEntry[]>,
): AsyncGenerator<string, void> {
  let text = documentLine(document);
  for await (const entries of pages)
    for (const entry of entries) {
      text += entryLine(entry);
      if (text.length < PIECE) continue;
      yield text;
      text = "";
    }
  if (text !== "") yield text;
}

/**
 * Reads a draw file: each line in its only spelling, so that no byte can change unnoticed without changing what
 * the line says. Raises UnreadableDraw with the line's number, also while the entries are read.
 * @param chunks the file's text in pieces of any size
 */
export async function readDrawFile(chunks: AsyncIterable<string>): Promise<Draw> {
  const lines = linesOf(chunks);
  const { value: first, done } = await lines.next();
  if (done) throw UnreadableDraw.because("The file is empty.");
  return { document: documentOf(first), entries: entriesOf(lines) };
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = "";
  let number = 1;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    if (rest.length > MAX_LINE) throw unreadable(number + lines.length, "is too long");
    number += lines.length;
    yield* lines;
  }
  if (rest !== "") throw unreadable(number, "does not end with a line feed: the file is cut off");
}

function documentOf(line: string): LotDrawDocument {
  let json: unknown;
  try {
    json = readJson(line, { maxDepth: MAX_DEPTH, exchangeable: true });
  } catch (error) {
    throw error instanceof UnreadableJson ? unreadable(1, `cannot be read: ${error.message}`) : error;
  }
  const document = parsedAs(LotDrawDocument, json, (fault) => unreadable(1, fault));
  const spelling = JSON.stringify(json);
  if (spelling !== line) {
    const place = [...line].findIndex((character, index) => character !== spelling[index]);
    throw unreadable(1, `is not in its shortest spelling from character ${place + 1} on`);
  }
  return document;
}

async function* entriesOf(lines: AsyncIterable<string>): AsyncGenerator<DrawEntry, void> {
  let number = 1;
  for await (const line of lines) {
    number += 1;
    const found = ENTRY_LINE.exec(line);
    if (!found) throw unreadable(number, 'is not exactly [first,last,"orderHash"]');
    const entry = { first: Number(found[1]), last: Number(found[2]), orderHash: found[3]! };
    yield parsedAs(DrawEntry, entry, (fault) => unreadable(number, fault));
  }
}

function unreadable(line: number, fault: string): Problem {
  return UnreadableDraw.because(`line ${line} ${fault}`);
}
