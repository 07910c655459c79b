import { defineProblem } from "../shared/problem.ts";

/** An organisation's mode, from its creation for ever. `test`: it takes no money, by simulated rails alone. */
export const MODES = ["live", "test"] as const;
export type Mode = (typeof MODES)[number];

/** Beginning of an API key, before the digit of its cell. */
export const KEY_MARKS: Readonly<Record<Mode, string>> = { live: "sk_", test: "sk_test_" };

export const TestOrganisation = defineProblem(
  "test_organisation",
  "conflict",
  "The organisation is a test organisation: it has accounts at the simulated provider alone.",
);
