import { Checkbox, Select, Stack, TextInput } from "@mantine/core";
import type { Schema } from "../../api/schemas.ts";
import { fieldLabel } from "./words.ts";

type Field = Schema<"RailField">;

/** Values by part and name, such as `credentials.apiKey`. */
export type FieldValues = Readonly<Record<string, string>>;

export const keyOf = ({ part, name }: Pick<Field, "part" | "name">): string => `${part}.${name}`;

/** A pattern that lists its values: `^(test|live)$`. */
const LIST = /^\^\(([\w-]+(?:\|[\w-]+)+)\)\$$/;

function choicesOf({ pattern }: Field): string[] | null {
  const [, values] = LIST.exec(pattern ?? "") ?? [];
  return values?.split("|") ?? null;
}

/** Returns the fault of a field's value; null: none. @param isChange an empty secret keeps its value */
export function fieldFault(field: Field, values: FieldValues, isChange: boolean): string | null {
  const value = (values[keyOf(field)] ?? "").trim();
  if (value === "") {
    if (!field.required || (isChange && field.part === "credentials")) return null;
    return `${fieldLabel(field.name)} is required.`;
  }
  if (field.pattern === null || new RegExp(field.pattern, field.patternFlags).test(value)) return null;
  return `${fieldLabel(field.name)} does not have the expected format.`;
}

interface FieldProps {
  readonly field: Field;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
  /** The account has a secret that is not shown: empty keeps it. */
  readonly isKept: boolean;
  readonly isRemoved: boolean;
  readonly onRemove: (isRemoved: boolean) => void;
}

/** One field of an account, as its provider describes it. */
export function AccountField(props: FieldProps) {
  const { field, value, error, onChange, isKept, isRemoved, onRemove } = props;
  const label = fieldLabel(field.name);
  const choices = choicesOf(field);
  const shared = {
    label,
    description: field.help,
    required: field.required && !isKept,
    error,
  };
  if (choices !== null && field.part === "settings")
    return (
      <Select
        {...shared}
        data={choices}
        value={value === "" ? null : value}
        onChange={(chosen) => onChange(chosen ?? "")}
        allowDeselect={!field.required}
      />
    );
  return (
    <Stack gap={6}>
      <TextInput
        {...shared}
        type={field.part === "credentials" ? "password" : "text"}
        autoComplete="off"
        spellCheck={false}
        disabled={isRemoved}
        placeholder={isKept ? "Leave empty to keep the stored value" : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isKept && !field.required && (
        <Checkbox
          size="xs"
          label={`Remove ${label.charAt(0).toLowerCase()}${label.slice(1)}, if one is stored`}
          checked={isRemoved}
          onChange={(event) => onRemove(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}
