import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--headless",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // No name is looked up: what is not on the loopback cannot be reached.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** A headless browser, or why none can run: another platform, or a machine that lacks its libraries. */
export type Launched = { readonly browser: Browser } | { readonly browser: null; readonly missing: string };

/** Whoever launches it closes it. Anything else that goes wrong is a failure. */
export async function launchBrowser(): Promise<Launched> {
  const platform = `${process.platform}-${process.arch}`;
  if (platform !== "linux-x64") {
    return { browser: null, missing: `it is built for linux-x64, and this is ${platform}` };
  }
  try {
    const executablePath = await chromium.executablePath();
    return { browser: await playwright.launch({ executablePath, args: FLAGS }) };
  } catch (error) {
    const missing = /error while loading shared libraries: .*/.exec((error as Error).message)?.[0];
    if (missing === undefined) throw error;
    return { browser: null, missing };
  }
}
