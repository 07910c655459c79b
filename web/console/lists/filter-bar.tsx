import { Button, Group, Popover, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { FilterIcon } from "../parts/icons.tsx";
import type { FilterField, ListFilters } from "./list-filters.ts";

/** Button with the fields of a filter, and what is filtered now, each with a button that removes it. */
export function FilterBar<Name extends string>({ filters }: { readonly filters: ListFilters<Name> }) {
  const { fields, values, set, clear } = filters;
  const [isOpen, setOpen] = useState(false);
  const active = fields.filter(({ name }) => values[name] !== undefined);
  return (
    <Group gap="xs" className="filter-bar">
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        shadow="md"
        width={320}
        trapFocus
        returnFocus
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <Button variant="default" leftSection={<FilterIcon />} onClick={() => setOpen(!isOpen)}>
            {active.length === 0 ? "Filter" : `Filter (${active.length})`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filter">
          <Stack gap="xs">
            {fields.map((field) => (
              <FilterInput
                key={`${field.name} ${values[field.name]}`}
                field={field}
                value={values[field.name]}
                set={(value) => set(field.name, value)}
              />
            ))}
            <Group justify="space-between">
              <Button variant="default" onClick={clear} disabled={active.length === 0}>
                Clear
              </Button>
              <Button onClick={() => setOpen(false)}>Done</Button>
            </Group>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {active.map((field) => (
        <Button
          key={field.name}
          variant="default"
          size="compact-sm"
          rightSection={<span aria-hidden="true">×</span>}
          aria-label={`Remove the filter ${field.label}: ${labelOf(field, values[field.name]!)}`}
          onClick={() => set(field.name, null)}
        >
          {field.label}: {labelOf(field, values[field.name]!)}
        </Button>
      ))}
    </Group>
  );
}

function choicesOf(field: FilterField): readonly { readonly value: string; readonly label: string }[] {
  if (field.kind !== "choice") return [];
  return field.values.map((each) =>
    typeof each === "string" ? { value: each, label: each.replaceAll("_", " ") } : each,
  );
}

const labelOf = (field: FilterField, value: string): string =>
  choicesOf(field).find((choice) => choice.value === value)?.label ?? value;

interface FilterInputProps {
  readonly field: FilterField;
  readonly value: string | undefined;
  readonly set: (value: string | null) => void;
}

/** Applies a text when the field is left or submitted, not with every letter. */
function FilterInput({ field, value = "", set }: FilterInputProps) {
  const [typed, setTyped] = useState(value);
  const { label, kind } = field;
  if (kind === "choice")
    return (
      <Select
        label={label}
        placeholder="Any"
        clearable
        data={[...choicesOf(field)]}
        value={value === "" ? null : value}
        onChange={set}
        comboboxProps={{ withinPortal: false }}
      />
    );
  const isDay = kind === "since" || kind === "until";
  const apply = () => typed.trim() !== value && set(typed.trim() || null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        label={label}
        description={kind === "text" ? field.hint : undefined}
        type={isDay ? "date" : "text"}
        inputMode={kind === "amount" ? "decimal" : undefined}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={apply}
      />
    </form>
  );
}
