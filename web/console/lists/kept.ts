import { useLocalStorage } from "@mantine/hooks";
import { useMe } from "../api/me.ts";

/** Named filter of a list: the words of the page's address. */
interface View {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
}

const MOST_VIEWS = 20;

/** Returns what this person keeps of a list in this browser, and a function that changes it. */
function useKept<T>(what: string, list: string, none: T, isValid: (value: unknown) => value is T) {
  const { person } = useMe();
  const [value, set] = useLocalStorage<unknown>({
    key: `raffle-${what}-${person.id}-${list}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  return [isValid(value) ? value : none, set as (next: T) => void] as const;
}

const isViews = (value: unknown): value is readonly View[] =>
  Array.isArray(value) &&
  value.every(
    (each) =>
      typeof each?.name === "string" &&
      typeof each.search === "object" &&
      each.search !== null &&
      Object.values(each.search as object).every((word) => typeof word === "string"),
  );
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

const NO_VIEWS: readonly View[] = [];

/** Returns the views that this person has saved of a list, at most 20. */
export function useViews(list: string) {
  const [views, set] = useKept("views", list, NO_VIEWS, isViews);
  return {
    views,
    save: (view: View) => set([...views.filter(({ name }) => name !== view.name), view].slice(-MOST_VIEWS)),
    remove: (name: string) => set(views.filter((each) => each.name !== name)),
  };
}

/** Returns the titles of the columns that this person has hidden in a list. */
export function useHiddenColumns(list: string, hiddenAtFirst: readonly string[]) {
  return useKept("hidden", list, hiddenAtFirst, isTexts);
}
