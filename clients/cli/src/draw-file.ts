import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import { DrawError } from "../../typescript/src/draw-outcome.ts";
import {
  documentOf,
  type DrawDocument,
  type Entry,
  entryOf,
  isObject,
  jsonOf,
  listDrawOf,
  type PublishedDraw,
} from "../../typescript/src/published-draw.ts";
import { UsageError } from "./failure.ts";

const HEAD_BYTES = 4_096;
const LONGEST_LINE = 1_000_000;
const WRITE_LENGTH = 65_536;
/** The beginning of a draw file. Any other object is a proof. */
const DRAW_FILE = /^\{"competitionId":/;
const OBJECT = /^\s*\{/;
/** The only spelling of an entry. */
const ENTRY_LINE = /^\[([1-9]\d{0,15}),([1-9]\d{0,15}),"([0-9a-f]{64})"\]$/;

/**
 * Reads a draw file, or the proof of a fair draw.
 * @param candidates file with the list; undefined: it is in the proof
 * @throws UsageError: the file cannot be read
 * @throws DrawError: it is not a draw
 */
export async function drawIn(path: string, candidates: string | undefined): Promise<PublishedDraw> {
  if (candidates === undefined && !(await isProof(path))) return readDrawFile(path);
  const answer = await jsonIn(path);
  if (!isObject(answer)) throw new DrawError("unreadable", `${path} is not a draw`);
  const published = candidates === undefined ? answer.candidates : await jsonIn(candidates);
  return { kind: "list", draw: listDrawOf(answer, published) };
}

/** Reads a file of JSON. @throws UsageError: it cannot be read; DrawError: it is not JSON */
export async function jsonIn(path: string): Promise<unknown> {
  const bytes = await readable(path, () => readFile(path));
  try {
    return jsonOf(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw new DrawError("unreadable", `${path}: ${(error as Error).message}`);
  }
}

/** Yields the entries of a draw, and writes it to a file. A draw that is not read to its end has none. */
export async function* saved(
  document: DrawDocument,
  entries: AsyncIterable<Entry>,
  path: string,
): AsyncGenerator<Entry, void> {
  const file = await newFile(path);
  let complete = false;
  try {
    let text = `${JSON.stringify(document)}\n`;
    for await (const entry of entries) {
      text += `[${entry.first},${entry.last},"${entry.orderHash}"]\n`;
      if (text.length >= WRITE_LENGTH) {
        await file.writeFile(text);
        text = "";
      }
      yield entry;
    }
    await file.writeFile(text);
    complete = true;
  } finally {
    await file.close();
    if (!complete) await rm(path);
  }
}

/** Opens a file that was not there. @throws UsageError */
export async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, "wx");
  } catch (error) {
    throw new UsageError(`--save: ${(error as Error).message}`);
  }
}

async function isProof(path: string): Promise<boolean> {
  const file = await readable(path, () => open(path));
  try {
    const { buffer, bytesRead } = await readable(path, () =>
      file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0),
    );
    const head = buffer.toString("utf8", 0, bytesRead);
    return OBJECT.test(head) && !DRAW_FILE.test(head);
  } finally {
    await file.close();
  }
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function readDrawFile(path: string): Promise<PublishedDraw> {
  const lines = linesOf(createReadStream(path, "utf8"));
  const first = (await lines.next()).value ?? "";
  const value = jsonOf(first);
  if (JSON.stringify(value) !== first)
    throw new DrawError("unreadable", "line 1 is not in its shortest form");
  return { kind: "competition", document: documentOf(value), entries: entriesOf(lines) };
}

async function* entriesOf(lines: AsyncIterable<string>): AsyncGenerator<Entry, void> {
  let number = 1;
  for await (const line of lines) {
    number += 1;
    const [, first, last, orderHash] = ENTRY_LINE.exec(line) ?? [];
    if (orderHash === undefined)
      throw new DrawError("unreadable", `line ${number} is not exactly [first,last,"orderHash"]`, "entries");
    yield entryOf({ first: Number(first), last: Number(last), orderHash });
  }
}

/** @throws DrawError: a line is too long, or the last one has no end */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE) throw new DrawError("unreadable", "a line is too long");
    yield* lines;
  }
  if (rest !== "") throw new DrawError("unreadable", "the last line has no end: the file is cut off");
}
