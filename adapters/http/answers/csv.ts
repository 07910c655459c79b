import { stringify } from "csv-stringify/sync";

type CellValue = string | number | null;
/** The columns of an export: the name in the head, and the function that reads the value from a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CellValue>>;

/**
 * Rows as CSV (RFC 4180), page by page. It begins with a byte order mark, since spreadsheets take text without one for
 * another encoding than UTF-8; a text that a spreadsheet would take for a formula has an apostrophe before it.
 */
export async function* csvOf<Row>(
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  yield csvHead(columns);
  for await (const rows of pages) yield written(rows.map((row) => cells.map((cell) => cell(row))));
}

/** The first line, which is all of an export without rows. */
export function csvHead<Row>(columns: Columns<Row>): string {
  return `\u{feff}${written([Object.keys(columns)])}`;
}

const written = (rows: readonly (readonly CellValue[])[]) =>
  stringify(rows as CellValue[][], { escape_formulas: true, record_delimiter: "windows" });
