import { Group, Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { List, ListFilter } from "../api/list.ts";
import { Download, type ExportPath } from "./download.tsx";
import { Empty } from "../parts/empty.tsx";
import { Page, Section } from "../parts/page.tsx";
import { type Column, ListTable, type Selection } from "../parts/table.tsx";
import { type BulkAct, BulkBar, MOST_AT_ONCE } from "./bulk.tsx";
import { FilterBar } from "./filter-bar.tsx";
import type { ListFilters } from "./list-filters.ts";
import { ColumnsMenu, useShownColumns, ViewsMenu } from "./list-menus.tsx";

interface ListSectionProps<Row extends { readonly id: string | number }> {
  /** Name of the listed things: `Orders`. */
  readonly label: string;
  /** Default: `All orders`. */
  readonly title?: string;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly order?: string;
  /** Title and hint of a list that has no rows without a filter. */
  readonly empty: readonly [title: string, hint: ReactNode];
  /** Button that adds a row. */
  readonly create?: ReactNode;
  readonly acts?: ReactNode;
  /** Name under which a person's views and columns are kept: `orders`. */
  readonly name?: string;
  readonly filters?: ListFilters;
  /** Act on selected rows, for people who may do it. */
  readonly bulk?: BulkAct<Row> | null;
}

/** Section with a list, its filter and its empty text. */
export function ListSection<Row extends { readonly id: string | number }>(props: ListSectionProps<Row>) {
  const { label, list, columns, order, empty, create, acts } = props;
  const plural = label.toLowerCase();
  const { filter } = list;
  const { name, filters, bulk = null } = props;
  const visible = useShownColumns(name, columns);
  const { selected, selection, clear } = useSelection(list.rows, bulk);
  const isFiltered = filter?.value !== undefined;
  const [title, hint] = filters?.isFiltered
    ? [`No matching ${plural}`, "Change or clear the filter to see others."]
    : isFiltered
      ? [`No ${filter.value} ${plural}`, `Choose another ${filter.label.toLowerCase()} to see the others.`]
      : empty;
  return (
    <Section
      title={props.title ?? `All ${plural}`}
      acts={
        (filter || acts || name) && (
          <>
            {filter && <FilterSelect filter={filter} />}
            {name && filters && <ViewsMenu of={name} filters={filters} select={filter} />}
            {name && <ColumnsMenu of={name} columns={columns} />}
            {acts}
          </>
        )
      }
    >
      {filters && (
        <Group mb="sm">
          <FilterBar filters={filters} />
        </Group>
      )}
      {bulk && <BulkBar act={bulk} selected={selected} clear={clear} />}
      <ListTable
        label={label}
        list={list}
        columns={visible}
        selection={selection}
        order={order}
        empty={
          <Empty title={title} action={create}>
            {hint}
          </Empty>
        }
      />
    </Section>
  );
}

/** Returns the selected rows of a list, at most as many as one request takes. @param bulk null: no row can be selected */
function useSelection<Row extends { readonly id: string | number }>(
  rows: readonly Row[],
  bulk: BulkAct<Row> | null,
): {
  readonly selected: readonly Row[];
  readonly selection: Selection<Row> | undefined;
  readonly clear: () => void;
} {
  const [ids, setIds] = useState<ReadonlySet<Row["id"]>>(new Set());
  const select = (chosen: readonly Row[], isSelected: boolean) =>
    setIds((before) => {
      const next = new Set(before);
      for (const { id } of chosen) {
        if (!isSelected) next.delete(id);
        else if (next.size < MOST_AT_ONCE) next.add(id);
      }
      return next;
    });
  return {
    selected: bulk === null ? [] : rows.filter(({ id }) => ids.has(id)),
    selection:
      bulk === null ? undefined : { isSelected: ({ id }) => ids.has(id), select, nameOf: bulk.nameOf },
    clear: () => setIds(new Set()),
  };
}

function FilterSelect({ filter }: { readonly filter: ListFilter }) {
  const { label, placeholder, values, value, initial, choose } = filter;
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      clearable={initial === undefined}
      allowDeselect={initial === undefined}
      data={[...values]}
      value={value ?? null}
      onChange={choose}
      w="11rem"
    />
  );
}

interface ListPageProps<Row extends { readonly id: string | number }> extends Omit<
  ListSectionProps<Row>,
  "label" | "title" | "acts"
> {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Default: the page's title. */
  readonly label?: string;
  /** Title of the section. */
  readonly section?: string;
  readonly acts?: ReactNode;
  /** Route of the export, for people who may use it. */
  readonly export?: ExportPath;
  /** Above the list. */
  readonly above?: ReactNode;
  /** Windows that the page opens. */
  readonly children?: ReactNode;
}

/** Page with one list. */
export function ListPage<Row extends { readonly id: string | number }>(props: ListPageProps<Row>) {
  const { title, lead, label = title, section, acts, export: path, above, children, ...list } = props;
  return (
    <Page
      title={title}
      lead={lead}
      acts={
        (path || acts || list.create) && (
          <>
            {path && <Download of={path} filter={list.list.filter} query={list.filters?.query} />}
            {acts}
            {list.create}
          </>
        )
      }
    >
      {above}
      <ListSection {...list} label={label} title={section} />
      {children}
    </Page>
  );
}
