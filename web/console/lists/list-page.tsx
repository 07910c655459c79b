import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { List, ListFilter } from "../api/list.ts";
import { Download, type ExportPath } from "./download.tsx";
import { Empty } from "../parts/empty.tsx";
import { Page, Section } from "../parts/page.tsx";
import { type Column, ListTable } from "../parts/table.tsx";

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
}

/** Section with a list, its filter and its empty text. */
export function ListSection<Row extends { readonly id: string | number }>(props: ListSectionProps<Row>) {
  const { label, list, columns, order, empty, create, acts } = props;
  const plural = label.toLowerCase();
  const { filter } = list;
  const isFiltered = filter?.value !== undefined;
  const [title, hint] = isFiltered
    ? [`No ${filter.value} ${plural}`, `Choose another ${filter.label.toLowerCase()} to see the others.`]
    : empty;
  return (
    <Section
      title={props.title ?? `All ${plural}`}
      acts={
        (filter || acts) && (
          <>
            {filter && <FilterSelect filter={filter} />}
            {acts}
          </>
        )
      }
    >
      <ListTable
        label={label}
        list={list}
        columns={columns}
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
            {path && <Download of={path} filter={list.list.filter} />}
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
