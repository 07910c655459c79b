import { Button, Checkbox, Group, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { List } from "../api/list.ts";
import { ProblemAlert } from "./problem-alert.tsx";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** true: the text is on one line, and cut off where it is too long. */
  readonly isOneLine?: boolean;
  /** true: hidden until the person chooses the column. */
  readonly isExtra?: boolean;
  /** true: aligned at the end, as numbers are. */
  readonly isFigure?: boolean;
  /** true: buttons that stay in view when the table is wider than its box. */
  readonly isActs?: boolean;
}

/** Selected rows of a table. */
export interface Selection<Row> {
  readonly isSelected: (row: Row) => boolean;
  readonly select: (rows: readonly Row[], isSelected: boolean) => void;
  /** Names a row for the label of its checkbox. */
  readonly nameOf: (row: Row) => string;
}

interface TableProps<Row> {
  readonly selection?: Selection<Row> | undefined;
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
export function DataTable<Row>({ label, columns, rows, keyOf, selection }: TableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  return (
    // Focusable, so that the keyboard can scroll it.
    <div className="table-box" tabIndex={0} role="region" aria-label={label}>
      {/* Explicit roles: rows that are laid out as cards would lose theirs. */}
      <table ref={table} className="data" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className="select">
                <SelectAll rows={rows} selection={selection} />
              </th>
            )}
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
              {selection && (
                <td role="cell" data-label="Select" className="select">
                  <div className="cell">
                    <Checkbox
                      size="xs"
                      aria-label={`Select ${selection.nameOf(row)}`}
                      checked={selection.isSelected(row)}
                      onChange={(event) => selection.select([row], event.currentTarget.checked)}
                    />
                  </div>
                </td>
              )}
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

function SelectAll<Row>({
  rows,
  selection: { isSelected, select },
}: {
  readonly rows: readonly Row[];
  readonly selection: Selection<Row>;
}) {
  const selected = rows.filter(isSelected).length;
  return (
    <Checkbox
      size="xs"
      aria-label="Select all"
      checked={selected === rows.length}
      indeterminate={selected > 0 && selected < rows.length}
      onChange={(event) => select(rows, event.currentTarget.checked)}
    />
  );
}

function classOf<Row>({ isFigure, isActs, isOneLine }: Column<Row>): string | undefined {
  return isFigure ? "figure" : isActs ? "acts" : isOneLine ? "one-line" : undefined;
}

interface RowButtonProps {
  readonly label: string;
  /** Row that the button acts on, which its accessible name ends with. */
  readonly of: string | number;
  readonly onClick: () => void;
  readonly isPrimary?: boolean;
  /** true: red, for what cannot be undone. */
  readonly isDangerous?: boolean;
}

/** Button of a row. Its accessible name says which row. */
export function RowButton({ label, of, onClick, isPrimary = false, isDangerous = false }: RowButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant={isPrimary ? "filled" : "default"}
      c={isDangerous ? "var(--bad)" : undefined}
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
            <Text role="status">No matches so far. Load more to search further.</Text>
          )}
          {list.isPartial && (
            <Text size="sm" c="dimmed" mt="xs">
              With this filter the service reads 20,000 rows at a time. Older matches may follow: load more.
            </Text>
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
