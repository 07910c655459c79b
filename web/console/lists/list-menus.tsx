import { Button, Checkbox, Menu, Popover, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ListFilter } from "../api/list.ts";
import { FormDialog } from "../parts/dialog.tsx";
import type { Column } from "../parts/table.tsx";
import { useFilters } from "../shell/filters.ts";
import { useHiddenColumns, useViews } from "./kept.ts";
import type { ListFilters } from "./list-filters.ts";

const NOT_ACTING = { isActing: false, problem: null };
const MAX_NAME = 60;

/** Menu with the saved filters of a list. */
export function ViewsMenu<Name extends string>({
  of,
  filters,
  select,
}: {
  readonly of: string;
  readonly filters: ListFilters<Name>;
  /** Select above the list, whose value belongs to a view, too. */
  readonly select: ListFilter | undefined;
}) {
  const { views, save, remove } = useViews(of);
  const [, , setAll] = useFilters<Name>();
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState("");
  const names = [...filters.fields.map((field) => field.name), ...(select ? [select.name] : [])];
  const open = (search: Readonly<Record<string, string>>) =>
    setAll(Object.fromEntries(names.map((word) => [word, search[word] ?? null])) as never);
  const chosen =
    select?.value === undefined || select.value === select.initial ? {} : { [select.name]: select.value };
  const search = { ...filters.values, ...chosen } as Readonly<Record<string, string>>;
  return (
    <>
      <Menu shadow="md" width={260} position="bottom-end">
        <Menu.Target>
          <Button variant="default">Views</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open({})}>All</Menu.Item>
          {views.map(({ name: saved, search: words }) => (
            <Menu.Item key={saved} onClick={() => open(words)}>
              {saved}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={Object.keys(search).length === 0} onClick={() => setNaming(true)}>
            Save this filter as a view
          </Menu.Item>
          {views.map(({ name: saved }) => (
            <Menu.Item key={saved} color="red" onClick={() => remove(saved)}>
              Delete {saved}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <FormDialog
        title="Save a view"
        opened={isNaming}
        onClose={() => setNaming(false)}
        onSubmit={() => {
          save({ name: name.trim(), search });
          setNaming(false);
          setName("");
        }}
        submit="Save"
        acting={NOT_ACTING}
        isReady={name.trim() !== ""}
      >
        <TextInput
          label="Name"
          description="Only you see it, in this browser. To share a filter, share the address of the page."
          maxLength={MAX_NAME}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
      </FormDialog>
    </>
  );
}

/** Returns whether a column may be hidden: the first names the row, and actions must be reachable. */
const isChoice = <Row,>({ isActs }: Column<Row>, position: number) => position > 0 && isActs !== true;

const extrasOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns.filter(({ isExtra }) => isExtra).map(({ title }) => title);

/** Returns the columns that this person wants to see. @param of name of the list; undefined: all */
export function useShownColumns<Row>(
  of: string | undefined,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const [hidden] = useHiddenColumns(of ?? "", extrasOf(columns));
  if (of === undefined) return columns;
  return columns.filter((column, position) => !isChoice(column, position) || !hidden.includes(column.title));
}

/** Button with the columns of a list, to choose from. */
export function ColumnsMenu<Row>({
  of,
  columns,
}: {
  readonly of: string;
  readonly columns: readonly Column<Row>[];
}) {
  const [hidden, setHidden] = useHiddenColumns(of, extrasOf(columns));
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default">Columns</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs">
          {columns.filter(isChoice).map(({ title }) => (
            <Checkbox
              key={title}
              label={title}
              checked={!hidden.includes(title)}
              onChange={(event) =>
                setHidden(
                  event.currentTarget.checked ? hidden.filter((each) => each !== title) : [...hidden, title],
                )
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
