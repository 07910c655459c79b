import type { Harnesses } from "../../../test/providers/harnesses.ts";
import { openStripeHarness } from "./harness.ts";

export const HARNESSES: Harnesses = { embed: { currency: "USD", open: openStripeHarness } };
