import type { Benches } from "../benches.ts";
import { openAdyenBench } from "./adyen-bench.ts";

export const BENCHES: Benches = {
  flow: { currency: "USD", open: () => openAdyenBench("flow") },
  redirect: { currency: "USD", open: () => openAdyenBench("redirect") },
  qr: { currency: "SGD", open: () => openAdyenBench("qr") },
};
