import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, globSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { unusedPort } from "../service/unused-port.ts";

/** A window, or the frame in it whose address has this in it. */
export interface Place {
  readonly window: string;
  readonly frame?: string;
}

/** A browser that the machine happens to have: what journeys need of it, and no more. */
export interface OtherBrowser {
  readonly main: Place;
  goTo(address: string): Promise<void>;
  windows(): Promise<Place[]>;
  evaluate(place: Place, expression: string): Promise<unknown>;
  /** Clicks as a person does: the window that it opens is not blocked. */
  click(place: Place, selector: string): Promise<void>;
  close(): Promise<void>;
}

type Opened = OtherBrowser | { readonly missing: string };
export const OTHER_BROWSERS: Readonly<Record<string, () => Promise<Opened>>> = {
  Firefox: firefox,
  WebKit: webKit,
};

function found(names: readonly string[], folders = (process.env.PATH ?? "").split(delimiter)): string | null {
  for (const folder of folders)
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // It may be in another folder.
      }
    }
  return null;
}

async function ended(...children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    const exit = once(child, "exit");
    if (child.exitCode === null && child.kill()) await exit;
  }
}

const clicking = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`;

type Ask = <T>(method: string, params: object) => Promise<T>;
interface Said {
  readonly id: number;
  readonly result: never;
  readonly error?: string;
  readonly message?: string;
}

async function bidi(address: string): Promise<{ readonly ask: Ask; readonly socket: WebSocket }> {
  const socket = new WebSocket(address);
  await new Promise((opened, failed) => {
    socket.addEventListener("open", opened, { once: true });
    socket.addEventListener("error", failed, { once: true });
  });
  const waiting = new Map<number, (said: Said) => void>();
  socket.addEventListener("message", ({ data }) => {
    const said = JSON.parse(String(data)) as Said;
    waiting.get(said.id)?.(said);
    waiting.delete(said.id);
  });
  let number = 0;
  const ask: Ask = async (method, params) => {
    const id = (number += 1);
    const { promise, resolve } = Promise.withResolvers<Said>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await promise;
    if (error !== undefined) throw new Error(`${method}: ${error}, ${message}`);
    return result;
  };
  return { ask, socket };
}

interface Context {
  readonly context: string;
  readonly url: string;
  readonly children: readonly Context[] | null;
}

/** Over WebDriver BiDi, which it supports natively. */
async function firefox(): Promise<Opened> {
  const program = found(["firefox-esr", "firefox"]);
  if (program === null) return { missing: "neither firefox-esr nor firefox is installed" };
  const profile = await mkdtemp(join(tmpdir(), "raffle-firefox-"));
  await writeFile(join(profile, "user.js"), 'user_pref("dom.disable_open_during_load", true);\n');
  const options = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile];
  const child = spawn(program, [...options, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: profile },
  });
  let address: string | undefined;
  for await (const line of createInterface(child.stderr!)) {
    address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address) break;
  }
  child.stderr!.resume();
  const { ask, socket } = await bidi(`${address}/session`);
  await ask("session.new", { capabilities: {} });
  const tree = async () => (await ask<{ contexts: Context[] }>("browsingContext.getTree", {})).contexts;
  const main = { window: (await tree())[0]!.context };
  const contextOf = async ({ window, frame }: Place): Promise<string> => {
    if (frame === undefined) return window;
    const top = (await tree()).find(({ context }) => context === window);
    const inner = top?.children?.find(({ url }) => url.includes(frame));
    if (!inner) throw new Error(`no frame shows ${frame}`);
    return inner.context;
  };
  const evaluate = async (place: Place, expression: string, userActivation = false): Promise<unknown> => {
    const { result, exceptionDetails } = await ask<{
      result?: { value?: unknown };
      exceptionDetails?: { text: string };
    }>("script.evaluate", {
      expression,
      target: { context: await contextOf(place) },
      awaitPromise: true,
      userActivation,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value;
  };
  return {
    main,
    goTo: async (url) => {
      await ask("browsingContext.navigate", { context: main.window, url, wait: "complete" });
    },
    windows: async () => (await tree()).map(({ context }) => ({ window: context })),
    evaluate: (place, expression) => evaluate(place, expression),
    click: async (place, selector) => void (await evaluate(place, clicking(selector), true)),
    async close() {
      socket.close();
      await ended(child);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** WebKitGTK over WebDriver, on a virtual screen. */
async function webKit(): Promise<Opened> {
  const [driver, screen] = [found(["WebKitWebDriver"]), found(["Xvfb"])];
  const program = globSync("/usr/lib*/**/webkit2gtk-4*/MiniBrowser")[0];
  if (driver === null || program === undefined) return { missing: "webkit2gtk-driver is not installed" };
  if (screen === null) return { missing: "Xvfb is not installed" };
  const shown = spawn(screen, ["-displayfd", "3", "-screen", "0", "1280x1600x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = await once(shown.stdio[3]!, "data");
  const port = await unusedPort();
  const environment = {
    ...process.env,
    DISPLAY: `:${String(display).trim()}`,
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
  };
  const child = spawn(driver, [`--port=${port}`], { stdio: "ignore", env: environment });
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    const { value } = (await answer.json()) as { value: T };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value).slice(0, 300)}`);
    return value;
  };
  const wanted = { "webkitgtk:browserOptions": { binary: program, args: ["--automation"] } };
  const { sessionId } = await patiently(() =>
    ask<{ sessionId: string }>("POST", "/session", { capabilities: { alwaysMatch: wanted } }),
  );
  const at = `/session/${sessionId}`;
  const main = { window: await ask<string>("GET", `${at}/window`) };
  const element = (value: string) => ask<object>("POST", `${at}/element`, { using: "css selector", value });
  const enter = async ({ window, frame }: Place) => {
    await ask("POST", `${at}/window`, { handle: window });
    if (frame === undefined) return;
    await ask("POST", `${at}/frame`, { id: null });
    await ask("POST", `${at}/frame`, { id: await element(`iframe[src*="${frame}"]`) });
  };
  return {
    main,
    goTo: (url) => ask("POST", `${at}/url`, { url }),
    windows: async () => (await ask<string[]>("GET", `${at}/window/handles`)).map((window) => ({ window })),
    async evaluate(place, expression) {
      await enter(place);
      return ask("POST", `${at}/execute/sync`, { script: `return ${expression}`, args: [] });
    },
    async click(place, selector) {
      await enter(place);
      const [id] = Object.values(await element(selector));
      await ask("POST", `${at}/element/${id}/click`, {});
    },
    async close() {
      await ask("DELETE", at).catch(() => undefined);
      await ended(child, shown);
    },
  };
}

/** Until its server listens. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => void setTimeout(resolve, 100));
    }
  }
}
