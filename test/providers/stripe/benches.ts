import type { Benches } from "../benches.ts";
import { openStripeBench } from "./stripe-bench.ts";

/** No test that goes through all providers lets one hang: a busy machine may take its time. */
export const BENCHES: Benches = { embed: { currency: "USD", open: () => openStripeBench(15_000) } };
