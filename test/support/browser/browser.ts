import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as playwright,
  type Locator,
  type Page,
} from "playwright-core";
import { chromiumExecutable } from "./executable.ts";

const FLAGS = [
  "--no-sandbox",
  "--headless",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Nothing is drawn for a screen: a separate process for that costs more.
  "--in-process-gpu",
  // No name is looked up: what is not on the loopback cannot be reached.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  // The last such list counts. Playwright's own switches off that storage is apart for each site, as it is for buyers.
  "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints,SpareRendererForSitePerProcess",
];

/** Limit for everything that a test waits for in a page. Below a test's own limit, so that the failure names it. */
const PATIENCE_MS = 60_000;

/** A headless browser, or why none can run: another platform, or a machine that lacks its libraries. */
export type Launched<B = TestBrowser> =
  | { readonly browser: B }
  | { readonly browser: null; readonly missing: string };

/** The browser as one file sees it. Closing it closes this file's contexts alone. */
export type TestBrowser = Pick<Browser, "newContext" | "newPage" | "close">;

/** Launches a browser, which its caller closes. Throws where anything but the platform or a library is wrong. */
export async function launchBrowser(): Promise<Launched<Browser>> {
  const platform = `${process.platform}-${process.arch}`;
  if (platform !== "linux-x64") {
    return { browser: null, missing: `it is built for linux-x64, and this is ${platform}` };
  }
  try {
    const executablePath = await chromiumExecutable();
    const options = { executablePath, args: FLAGS, timeout: PATIENCE_MS, handleSIGTERM: false };
    return { browser: await playwright.launch(options) };
  } catch (error) {
    const missing = /error while loading shared libraries: .*/.exec((error as Error).message)?.[0];
    if (missing === undefined) throw error;
    return { browser: null, missing };
  }
}

let running: Promise<Launched<Browser>> | undefined;

/** Returns the one browser of this worker, launched by the first file that needs it. It ends with the worker. */
export async function sharedBrowser(): Promise<Launched> {
  const before = await running?.catch(() => undefined);
  if (!before?.browser?.isConnected()) running = launchBrowser();
  // Vitest ends a worker by this signal. At an exit, and not at a signal, Playwright kills its browser and removes the
  // profile.
  if (before === undefined) process.once("SIGTERM", () => process.exit());
  const launched = await running!;
  return launched.browser ? { browser: forOneFile(launched.browser) } : launched;
}

function forOneFile(browser: Browser): TestBrowser {
  const contexts = new Set<BrowserContext>();
  const newContext = async (options?: BrowserContextOptions) => {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    contexts.add(context);
    context.once("close", () => contexts.delete(context));
    return context;
  };
  return {
    newContext,
    async newPage(options) {
      const context = await newContext(options);
      const page = await context.newPage();
      page.once("close", () => void context.close());
      return page;
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
}

/** Opens an address, and repeats that where the page before was loading itself again: the browser drops one of both. */
export async function goTo(page: Page, address: string): Promise<void> {
  try {
    await page.goto(address);
  } catch (error) {
    if (!/ERR_ABORTED|interrupted by another navigation/.test(String(error))) throw error;
    await page.goto(address);
  }
}

/** Wait before a click that had no effect is repeated. */
const AGAIN_MS = 2_000;

/** Clicks, and once more where nothing heard it: Chromium drops a click now and then into a frame that it has just loaded. */
export async function press(button: Locator): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const options = tries === 0 ? {} : { timeout: AGAIN_MS };
    try {
      await button.evaluate(
        (element) =>
          element.addEventListener("click", () => element.setAttribute("data-heard", ""), { once: true }),
        undefined,
        options,
      );
      await button.click(options);
    } catch (error) {
      // The click closed its window before it was over, or was heard late and led away.
      if (tries > 0 || button.page().isClosed()) return;
      throw error;
    }
    // A button that is gone was heard: its page is.
    const heard = await button.getAttribute("data-heard", { timeout: 500 }).catch(() => "");
    if (heard !== null) return;
  }
}
