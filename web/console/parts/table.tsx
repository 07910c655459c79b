import { Button, Group, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { List } from "../api/list.ts";
import { ProblemAlert } from "./problem-alert.tsx";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are aligned at their end. */
  readonly isFigure?: boolean;
  /** Buttons of the row: they stay in view when the table is wider than its place. */
  readonly isActs?: boolean;
}

interface TableProps<Row> {
  /** What the table lists: `Orders`. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}

/** A table as browsers know it: it can be selected, copied into a spreadsheet, and read out. On a phone each row is a card. */
export function DataTable<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  return (
    // Focusable: what scrolls is reached by the keyboard.
    <div className="table-box" tabIndex={0} role="region" aria-label={label}>
      {/* Roles by name: as cards, the rows would lose them. */}
      <table ref={table} className="data" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.title} role="columnheader" scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column) => (
                <td key={column.title} role="cell" data-label={column.title} className={classOf(column)}>
                  <div className="cell">{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf<Row>({ isFigure, isActs }: Column<Row>): string | undefined {
  return isFigure ? "figure" : isActs ? "acts" : undefined;
}

interface ListTableProps<Row> extends Omit<TableProps<Row>, "rows"> {
  readonly list: List<Row>;
  readonly empty: ReactNode;
  readonly order?: string;
}

/** A list with its end, its beginning and what may go wrong. */
export function ListTable<Row>({ list, empty, order = "Newest first", ...table }: ListTableProps<Row>) {
  if (list.isLoading) return <Loading rows={6} />;
  return (
    <>
      <ProblemAlert problem={list.problem} again={list.again} />
      {list.rows.length === 0 && list.problem === null && !list.hasMore && empty}
      {(list.rows.length > 0 || list.hasMore) && (
        <>
          {list.rows.length > 0 ? (
            <DataTable {...table} rows={list.rows} />
          ) : (
            // With conditions the service looks at a part of a long list at a time.
            <Text role="status">No matches so far. Load more to search further.</Text>
          )}
          <Group justify="space-between" mt="xs">
            <Text size="sm" c="dimmed">
              {order} · {list.rows.length}
              {list.hasMore ? " shown" : ""}
            </Text>
            {list.hasMore && (
              <Button variant="default" size="compact-md" onClick={list.more} loading={list.isLoadingMore}>
                Load more
              </Button>
            )}
          </Group>
        </>
      )}
    </>
  );
}

export function Loading({ rows }: { readonly rows: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={34} mb="xs" />
      ))}
    </div>
  );
}
