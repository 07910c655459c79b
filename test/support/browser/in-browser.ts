import * as vitest from "vitest";
import { opened } from "../opened.ts";
import { sharedBrowser, type TestBrowser } from "./browser.ts";

const launched = await sharedBrowser();
if (!launched.browser) console.warn(`Tests in a browser are skipped: ${launched.missing}`);

/** Tests that need a browser, skipped on a machine where none can run. */
export const it = vitest.it.skipIf(!launched.browser);

/** Opens the worker's browser for the file or the `describe` that calls this, and closes its contexts after it. */
export function openBrowser(): TestBrowser {
  return opened(async () => (await sharedBrowser()).browser!);
}
