import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions, Frame, Page } from "playwright-core";
import { sharedBrowser, type TestBrowser } from "./browser.ts";
import { OLDEST_BROWSER } from "./oldest-browser.ts";
import { eventually } from "../eventually.ts";

/** Everything is in sight: what is not, browsers do not draw. */
const SCREEN = { width: 1_280, height: 4_000 };

/** A page of a partner in a browser. */
export interface Visit {
  readonly page: Page;
  /** Errors and warnings of the browser. */
  readonly complaints: string[];
  close(): Promise<void>;
}

interface VisitOptions extends BrowserContextOptions {
  /** Default: `/`. */
  readonly path?: string;
  /** Runs before the page's own scripts. */
  readonly before?: string;
  /** Prepares the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** A partner's web server, another site than the service's, and a browser that visits it. */
export class Shop {
  readonly origin: string;
  /** Headers of every page. */
  headers: Readonly<Record<string, string>> = {};
  readonly #browser: TestBrowser;
  readonly #server: Server;
  readonly #pages = new Map<string, string>();
  /** Pages that no visit uses now, by what they were opened with. */
  readonly #idle = new Map<string, Page[]>();

  private constructor(browser: TestBrowser, server: Server) {
    this.#browser = browser;
    this.#server = server;
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on("request", (request, response) => {
      const text = this.#pages.get(request.url!);
      const type = request.url!.endsWith(".js") ? "text/javascript" : "text/html";
      response.writeHead(text === undefined ? 404 : 200, {
        ...this.headers,
        "Content-Type": `${type}; charset=utf-8`,
      });
      response.end(text ?? "");
    });
  }

  static async open(): Promise<Shop> {
    const { browser } = await sharedBrowser();
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Shop(browser!, server);
  }

  /** Adds a page with this body, or replaces it. @param head is written before the body */
  page(body: string, { path = "/", head = "" } = {}): void {
    this.#pages.set(
      path,
      `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`,
    );
  }

  /** Adds a file as it is. */
  file(path: string, text: string): void {
    this.#pages.set(path, text);
  }

  /** Opens a page in a browser that has kept nothing of another visit but files. */
  async visit({ path = "/", before = "", prepare, ...options }: VisitOptions = {}): Promise<Visit> {
    const kind = JSON.stringify([before, Object.entries(options).filter(([name]) => name !== "viewport")]);
    const page = this.#idle.get(kind)?.pop() ?? (await this.#newPage(before, options));
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.setViewportSize(options.viewport ?? SCREEN);
    await prepare?.(page);
    // Its frames may never load.
    await page.goto(this.origin + path, { waitUntil: "domcontentloaded" });
    return { page, complaints, close: () => this.#leave(page, kind) };
  }

  async #newPage(before: string, options: BrowserContextOptions): Promise<Page> {
    const context = await this.#browser.newContext(options);
    const page = await context.newPage();
    await page.addInitScript(OLDEST_BROWSER);
    if (before !== "") await page.addInitScript(before);
    return page;
  }

  /** Keeps a page for the next visit of its kind: a new one has a new process. */
  async #leave(page: Page, kind: string): Promise<void> {
    for (const event of ["console", "pageerror"] as const) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto("about:blank");
    await page.context().clearCookies();
    this.#idle.getOrInsertComputed(kind, () => []).push(page);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Returns whether a frame is exactly as high as its page, with nothing to scroll. */
export async function fits(frame: Frame): Promise<boolean> {
  const element = await frame.frameElement();
  const outer = Number(
    await element.evaluate((frame) => (frame as unknown as { clientHeight: number }).clientHeight),
  );
  const [inner, scroll] = (await frame.evaluate(
    "[Math.ceil(document.body.getBoundingClientRect().height), document.documentElement.scrollHeight - innerHeight]",
  )) as [number, number];
  return outer === Math.max(120, inner) && scroll <= 0;
}

/** Waits for the frames whose address has this path, until all of them fit. */
export async function framesOf(page: Page, path: string, count = 1): Promise<Frame[]> {
  let found: Frame[] = [];
  await eventually(async () => {
    found = page.frames().filter((frame) => new URL(frame.url() || "about:blank").pathname === path);
    if (found.length !== count) return false;
    return (await Promise.all(found.map((frame) => fits(frame).catch(() => false)))).every(Boolean);
  });
  return found;
}
