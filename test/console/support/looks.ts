import { amount } from "../../support/depth.ts";

/** Widths and schemes. The first two have each of them; in the others only colours differ. */
const ALL = [
  { width: 1_280, colorScheme: "light", only: "everything" },
  { width: 390, colorScheme: "dark", only: "everything" },
  { width: 1_280, colorScheme: "dark", only: "colours" },
  { width: 390, colorScheme: "light", only: "colours" },
] as const;

/** Looks in which axe reads each page of the console. */
export const LOOKS = ALL.slice(0, amount("views of each console page", { usual: 2, deep: ALL.length }));
