import { daysLater } from "../calendar/days.ts";
import { minorUnits } from "../parts/money.ts";
import { useFilters } from "../shell/filters.ts";

interface Field<Name extends string> {
  /** Parameter of the page's address and of the API's query. */
  readonly name: Name;
  readonly label: string;
}

/** Fields of a filter, each with the form that its value has. */
export type FilterField<Name extends string = string> = Field<Name> &
  (
    | { readonly kind: "choice"; readonly values: readonly (string | Choice)[] }
    | { readonly kind: "text"; readonly hint?: string }
    /** A local day. `until` includes the day. */
    | { readonly kind: "since" | "until" }
    /** In the major unit of the chosen currency. */
    | { readonly kind: "amount" }
  );

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Filter of a list, kept in the page's address. It must not contain emails: addresses are logged and shared. */
export interface ListFilters<Name extends string = string> {
  readonly fields: readonly FilterField<Name>[];
  readonly values: { readonly [N in Name]?: string };
  /** Values as the API's query has them. */
  readonly query: Readonly<Record<string, string>>;
  readonly isFiltered: boolean;
  // A method, so that the filter of a page is one of any list.
  set(name: Name, value: string | null): void;
  readonly clear: () => void;
}

/** @param fields must stay the same */
export function useListFilters<const Name extends string>(
  fields: readonly FilterField<Name>[],
): ListFilters<Name> {
  const [words, set, setAll] = useFilters<Name>();
  const values = Object.fromEntries(
    fields.flatMap(({ name }) => (words[name] ? [[name, words[name]]] : [])),
  ) as { [N in Name]?: string };
  const { currency = "USD" } = words as { currency?: string };
  const query = Object.fromEntries(
    fields.flatMap((field) => {
      const sent = values[field.name] && sentOf(field, values[field.name]!, currency);
      return sent ? [[field.name, sent]] : [];
    }),
  );
  const none = Object.fromEntries(fields.map(({ name }) => [name, null])) as Record<Name, null>;
  return {
    fields,
    values,
    query,
    isFiltered: Object.keys(query).length > 0,
    set,
    clear: () => setAll(none),
  };
}

/** Returns the value of the API's query; null: the text is not a value of the field. */
function sentOf({ kind }: FilterField, value: string, currency: string): string | null {
  switch (kind) {
    case "choice":
    case "text":
      return value;
    case "amount":
      return minorUnits(value, currency)?.toString() ?? null;
    case "since":
    case "until": {
      const day = localDay(value);
      if (day === null) return null;
      return (kind === "since" ? day : daysLater(day, 1)).toISOString();
    }
  }
}

function localDay(text: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined) return null;
  const date = new Date(year, month! - 1, day);
  return Number.isNaN(date.getTime()) ? null : date;
}
