import type { Harnesses } from "../../../test/providers/harnesses.ts";
import { openAdyenHarness } from "./harness.ts";

export const HARNESSES: Harnesses = {
  flow: { currency: "USD", open: () => openAdyenHarness("flow") },
  redirect: { currency: "USD", open: () => openAdyenHarness("redirect") },
  qr: { currency: "SGD", open: () => openAdyenHarness("qr") },
};
