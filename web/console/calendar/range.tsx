import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { dayLater, daysApart, todayIn } from "./days.ts";
import { useFilters } from "../shell/filters.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Longest range of the service. */
const MOST_DAYS = 366;

/** Calendar days, both included: `2026-11-23`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const PRESETS = {
  today: ["Today", (today) => [today, today]],
  yesterday: ["Yesterday", (today) => [dayLater(today, -1), dayLater(today, -1)]],
  "7d": ["Last 7 days", (today) => [dayLater(today, -6), today]],
  "30d": ["Last 30 days", (today) => [dayLater(today, -29), today]],
  "90d": ["Last 90 days", (today) => [dayLater(today, -89), today]],
  month: ["This month", (today) => [`${today.slice(0, 7)}-01`, today]],
  "last-month": ["Last month", lastMonth],
  year: ["This year", (today) => [`${today.slice(0, 4)}-01-01`, today]],
} as const satisfies Readonly<
  Record<string, readonly [label: string, daysOf: (today: string) => readonly [from: string, to: string]]>
>;
type Preset = keyof typeof PRESETS;
const CUSTOM = "custom";
const DEFAULT: Preset = "7d";

function lastMonth(today: string): readonly [from: string, to: string] {
  const to = dayLater(`${today.slice(0, 7)}-01`, -1);
  return [`${to.slice(0, 7)}-01`, to];
}

const isPreset = (text: string | undefined): text is Preset => text !== undefined && text in PRESETS;

interface Range extends DayRange {
  readonly label: string;
  readonly choice: Preset | typeof CUSTOM;
  readonly choose: (choice: string) => void;
  readonly setDays: (range: DayRange) => void;
}

/** Returns the range of days in the page's address: a preset, which moves with time, or two dates. */
export function useRange(timeZone: string): Range {
  const [{ range, from, to }, , setAll] = useFilters<"range" | "from" | "to">();
  const today = todayIn(timeZone);
  const isCustom = range === CUSTOM && isRange({ from, to });
  const preset = isPreset(range) ? range : DEFAULT;
  const [label, daysOf] = PRESETS[preset];
  const [first, last] = isCustom ? [from!, to!] : daysOf(today);
  return {
    from: first,
    to: last,
    label: isCustom ? `${first} to ${last}` : label,
    choice: isCustom ? CUSTOM : preset,
    choose: (choice) => {
      if (choice === CUSTOM) setAll({ range: CUSTOM, from: first, to: last });
      else if (choice === DEFAULT) setAll({ range: null, from: null, to: null });
      else setAll({ range: choice, from: null, to: null });
    },
    setDays: (days) => setAll({ range: CUSTOM, ...days }),
  };
}

function isRange({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): boolean {
  return faultOf({ from: from ?? "", to: to ?? "" }) === null;
}

function faultOf({ from, to }: DayRange): string | null {
  if (!isDay(from) || !isDay(to)) return "Choose two dates.";
  if (from > to) return "The first day is after the last.";
  if (daysApart(from, to) >= MOST_DAYS) return `Choose at most ${MOST_DAYS} days.`;
  return null;
}

const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** Chooses the range of days of a page. The choice is in the address. */
export function RangePicker({ range }: { readonly range: Range }) {
  const { choice, from, to, choose, setDays } = range;
  const data = [
    ...Object.entries(PRESETS).map(([value, [label]]) => ({ value, label })),
    { value: CUSTOM, label: "Two dates" },
  ];
  return (
    <div className="range">
      <Select
        label="Days"
        data={data}
        value={choice}
        allowDeselect={false}
        w="11rem"
        onChange={(value) => value !== null && choose(value)}
      />
      {choice === CUSTOM && <Dates key={`${from} ${to}`} from={from} to={to} onChoose={setDays} />}
    </div>
  );
}

function Dates({ from, to, onChoose }: DayRange & { readonly onChoose: (range: DayRange) => void }) {
  const [days, setDays] = useState<DayRange>({ from, to });
  const fault = faultOf(days);
  const change = (changed: Partial<DayRange>) => {
    const next = { ...days, ...changed };
    setDays(next);
    if (faultOf(next) === null) onChoose(next);
  };
  return (
    <fieldset>
      <TextInput
        type="date"
        label="From"
        value={days.from}
        error={fault}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={days.to}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
    </fieldset>
  );
}
