import type { Benches } from "../benches.ts";
import { openWorldpayBench } from "./worldpay-bench.ts";

export const BENCHES: Benches = { fields: { currency: "USD", open: openWorldpayBench } };
