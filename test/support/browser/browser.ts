import { type Browser, chromium as playwright, type Locator } from "playwright-core";
import { chromiumExecutable } from "./executable.ts";

const FLAGS = [
  "--no-sandbox",
  "--headless",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Nothing is drawn for a screen: a process of its own for that costs more than it does.
  "--in-process-gpu",
  // No name is looked up: what is not on the loopback cannot be reached.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  // The last such list counts. Playwright's own switches off that storage is apart for each site, as it is for buyers.
  "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints,SpareRendererForSitePerProcess",
];

/** What is waited for in a page comes within this on any machine. Less than a test has, so that it is named where not. */
export const PATIENCE_MS = 60_000;

/** A headless browser, or why none can run: another platform, or a machine that lacks its libraries. */
export type Launched = { readonly browser: Browser } | { readonly browser: null; readonly missing: string };

/** Whoever launches it closes it. Anything else that goes wrong is a failure. */
export async function launchBrowser(): Promise<Launched> {
  const platform = `${process.platform}-${process.arch}`;
  if (platform !== "linux-x64") {
    return { browser: null, missing: `it is built for linux-x64, and this is ${platform}` };
  }
  try {
    const executablePath = await chromiumExecutable();
    return {
      browser: patient(await playwright.launch({ executablePath, args: FLAGS, timeout: PATIENCE_MS })),
    };
  } catch (error) {
    const missing = /error while loading shared libraries: .*/.exec((error as Error).message)?.[0];
    if (missing === undefined) throw error;
    return { browser: null, missing };
  }
}

/** Whatever is asked of its pages waits as long as anything does. */
function patient(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/** How long a button that was clicked in vain is looked for. */
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
