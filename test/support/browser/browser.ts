import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright, type Locator } from "playwright-core";

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

/** Clicks, and once more where nothing heard it: Chromium drops a click now and then into a frame that it has just loaded. */
export async function press(button: Locator): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    await button.evaluate((element) => {
      element.addEventListener("click", () => element.setAttribute("data-heard", ""), { once: true });
    });
    try {
      await button.click();
    } catch (error) {
      // The click closed its window before it was over.
      if (button.page().isClosed()) return;
      throw error;
    }
    // A button that is gone was heard: its page is.
    const heard = await button.getAttribute("data-heard", { timeout: 500 }).catch(() => "");
    if (heard !== null) return;
  }
}
