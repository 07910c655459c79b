import type { Harnesses } from "../../../test/providers/harnesses.ts";
import { openStripeHarness } from "./harness.ts";

/** No test that goes through all providers lets one hang: a busy machine may take its time. */
export const HARNESSES: Harnesses = { embed: { currency: "USD", open: () => openStripeHarness(15_000) } };
