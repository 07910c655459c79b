import * as vitest from "vitest";
import { Anvil } from "./anvil.ts";

const isMissing = Anvil.program() === null;
if (isMissing) console.warn("Tests on a chain are skipped: anvil is not installed");

/** Tests that need Anvil, skipped on a machine that has none. */
export const it = vitest.it.skipIf(isMissing);
export const describe = vitest.describe.skipIf(isMissing);
