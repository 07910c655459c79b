import type { Benches } from "../benches.ts";
import { openMollieBench } from "./mollie-bench.ts";

export const BENCHES: Benches = { redirect: { currency: "EUR", open: openMollieBench } };
