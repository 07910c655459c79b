import type { Benches } from "../benches.ts";
import { openStripeBench } from "./stripe-bench.ts";

export const BENCHES: Benches = { embed: { currency: "USD", open: openStripeBench } };
