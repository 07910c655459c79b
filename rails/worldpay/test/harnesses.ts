import type { Harnesses } from "../../../test/providers/harnesses.ts";
import { openWorldpayHarness } from "./harness.ts";

export const HARNESSES: Harnesses = { fields: { currency: "USD", open: openWorldpayHarness } };
