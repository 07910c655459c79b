import type { Harnesses } from "../../../test/providers/harnesses.ts";
import { openMollieHarness } from "./harness.ts";

export const HARNESSES: Harnesses = { redirect: { currency: "EUR", open: openMollieHarness } };
