/** Widths and schemes in which axe reads each page of the console. In the last two only colours differ. */
export const LOOKS = [
  { width: 1_280, colorScheme: "light", only: "everything" },
  { width: 390, colorScheme: "dark", only: "everything" },
  { width: 1_280, colorScheme: "dark", only: "colours" },
  { width: 390, colorScheme: "light", only: "colours" },
] as const;
