import type { Look } from "../../../../ports/page.ts";

/** Rows read at once: long ones, so that few are in memory. */
const ROWS = 200;

interface Slice<Cursor> {
  readonly limit: number;
  readonly after: Cursor | null;
}

/** All rows of a list, in pages. What is added behind the first page's beginning meanwhile is not among them. */
export async function* allOf<Row extends { readonly id: string | number }>(
  list: (slice: Slice<Row["id"]>) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: Row["id"] | null = null;
  for (;;) {
    const rows: readonly Row[] = await list({ limit: ROWS, after });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) return;
    after = rows.at(-1)!.id;
  }
}

/** All matches of a list whose conditions have no index, in pages: each row is scanned once. */
export async function* throughLooks<Row extends { readonly id: string | number }>(
  look: (slice: Slice<Row["id"]>) => Promise<Look<Row, Row["id"]>>,
): AsyncGenerator<readonly Row[]> {
  let after: Row["id"] | null = null;
  for (;;) {
    const { rows, reached }: Look<Row, Row["id"]> = await look({ limit: ROWS, after });
    if (rows.length > 0) yield rows;
    after = rows.length === ROWS ? rows.at(-1)!.id : reached;
    if (after === null) return;
  }
}
