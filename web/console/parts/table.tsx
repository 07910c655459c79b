import { Button, Group, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { List } from "../api/list.ts";
import { ProblemAlert } from "./problem-alert.tsx";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** true: aligned at the end, as numbers are. */
  readonly isFigure?: boolean;
  /** true: buttons that stay in view when the table is wider than its box. */
  readonly isActs?: boolean;
}

interface TableProps<Row> {
  /** Name of the listed things: `Orders`. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}

/**
 * Shows a native table, which can be selected, copied into a spreadsheet and read out. On a phone each row is a
 * card.
 */
export function DataTable<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  return (
    // Focusable, so that the keyboard can scroll it.
    <div className="table-box" tabIndex={0} role="region" aria-label={label}>
      {/* Explicit roles: rows that are laid out as cards would lose theirs. */}
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

interface RowButtonProps {
  readonly label: string;
  /** Row that the button acts on, which its accessible name ends with. */
  readonly of: string | number;
  readonly onClick: () => void;
  readonly isPrimary?: boolean;
}

/** Button of a row. Its accessible name says which row. */
export function RowButton({ label, of, onClick, isPrimary = false }: RowButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant={isPrimary ? "filled" : "default"}
      aria-label={`${label} ${of}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

interface ListTableProps<Row> extends Omit<TableProps<Row>, "rows" | "keyOf"> {
  readonly list: List<Row>;
  readonly empty: ReactNode;
  readonly order?: string;
}

/** Shows a list with its loading, empty and failed states. */
export function ListTable<Row extends { readonly id: string | number }>({
  list,
  empty,
  order = "Newest first",
  ...table
}: ListTableProps<Row>) {
  if (list.isLoading) return <Loading rows={6} />;
  return (
    <>
      <ProblemAlert problem={list.problem} again={list.again} />
      {list.rows.length === 0 && list.problem === null && !list.hasMore && empty}
      {(list.rows.length > 0 || list.hasMore) && (
        <>
          {list.rows.length > 0 ? (
            <DataTable {...table} rows={list.rows} keyOf={({ id }) => id} />
          ) : (
            // With a filter the service scans a part of a long list at a time.
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
