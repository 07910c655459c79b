import { CsvError, type Info, parse } from "csv-parse/sync";
import { flawOfString, invalidRequest } from "../../../../src/shared/input/validation.ts";
import { invalid, type Problem } from "../../../../src/shared/problem.ts";

/** The most rows of a file, without its head. */
export const MOST_ROWS = 100;

const SEPARATORS = [",", ";", "\t"] as const;
const MARK = "\uFEFF";

/** Column of a file, by its name in the head: `value_usd`. */
interface CsvColumn {
  readonly name: string;
  readonly isRequired?: boolean;
}

/** Row of a file below its head. */
export interface CsvRow {
  /** Line at which it begins, counted from 1. */
  readonly line: number;
  /** Cells that are not empty, by the name of their column. */
  readonly cells: ReadonlyMap<string, string>;
  /** true: it has more cells than the head. */
  readonly isTooLong: boolean;
}

/**
 * Reads the rows of a CSV file. A comma, a semicolon or a tab separates its cells. Raises invalid_request for what is
 * not CSV, for unknown, repeated and missing columns, and for no rows or too many.
 */
export function csvRows(file: string, columns: readonly CsvColumn[]): CsvRow[] {
  const flaw = flawOfString(file);
  if (flaw !== null) throw invalidRequest([{ ...flaw, path: "csv" }]);
  const [head, ...records] = recordsOf(file);
  const names = namesOf(head?.record ?? [], columns);
  if (records.length === 0) throw fileFault("The file has no rows below its head.");
  if (records.length > MOST_ROWS) throw fileFault(`The file has more than ${MOST_ROWS} rows.`);
  return records.map(({ record, info }) => ({
    line: info.lines - record.reduce((breaks, cell) => breaks + breaksIn(cell), 0),
    cells: new Map(names.flatMap((name, at) => (record[at]?.trim() ? [[name, record[at].trim()]] : []))),
    isTooLong: record.slice(names.length).some((cell) => cell.trim() !== ""),
  }));
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: Info;
}

function recordsOf(file: string): CsvRecord[] {
  const text = file.startsWith(MARK) ? file.slice(1) : file;
  try {
    return parse(text, {
      info: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: MOST_ROWS + 2,
    }) as unknown as CsvRecord[];
  } catch (error) {
    if (error instanceof CsvError) throw fileFault(`The file is not CSV: ${error.message}`);
    throw error;
  }
}

/** Returns the separator that the first line has most of: no column's name contains one. */
function separatorOf(text: string): string {
  const [line = ""] = text.trimStart().split(/\r\n|\n|\r/, 1);
  const countOf = (separator: string) => line.split(separator).length;
  return SEPARATORS.reduce((most, separator) => (countOf(separator) > countOf(most) ? separator : most));
}

/** Returns the names of the columns in the order of the file. Case and spaces do not matter: `Value USD`. */
function namesOf(head: readonly string[], columns: readonly CsvColumn[]): string[] {
  const names = head.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, "_"),
  );
  // Spreadsheets write columns that are empty in every row.
  while (names.at(-1) === "") names.pop();
  const known = columns.map(({ name }) => name);
  const unknown = names.findIndex((name) => !known.includes(name));
  if (unknown >= 0) throw headFault(`${JSON.stringify(head[unknown]!.slice(0, 60))} is not a column`, known);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw headFault(`the column ${repeated} occurs twice`, known);
  const missing = columns.find(({ name, isRequired }) => isRequired && !names.includes(name));
  if (missing) throw headFault(`the column ${missing.name} is missing`, known);
  return names;
}

const headFault = (text: string, known: readonly string[]): Problem =>
  fileFault(`Line 1: ${text}. Columns: ${known.join(", ")}.`);

const fileFault = (message: string): Problem => invalid("csv", "invalid", message);

const breaksIn = (cell: string): number => cell.match(/\r\n|\n|\r/g)?.length ?? 0;
