import { fromFrame, type Scheme, VERSION } from "./protocol.ts";

/** Permissions of the frame. It cannot navigate the host page, even when it fails. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads";
const FIRST_HEIGHT = 320;
/** A page that has loaded says its title: what says nothing is a browser's own page about an error. */
const SILENT_MS = 3_000;
/** For a server that neither answers nor refuses. */
const LATE_MS = 20_000;
/** Attribute of boxes. A clone has it, too. */
const BOX = "data-raffle";
/** A property that clones lack: their frames have no listener. */
const LIVE = Symbol.for("raffle frame");

/**
 * All rules are important, so those of themes for all frames do not count; what is inherited is. A frame is as wide as
 * there is room. In a parent that is as wide as its content it would like to be nearly as wide as the window.
 */
const FRAME =
  "all: unset; display: block; width: calc(100vw - 32px); min-width: 100%; max-width: 100%; frame-sizing: content-height";
const HOLDER = "all: unset; display: block; writing-mode: horizontal-tb";
/** In a parent that is as narrow as its content may be, so much is left. */
const STRUT = "all: unset; display: block; width: 160px; max-width: 100%; height: 0";

interface FrameOptions {
  /** Address of the service, without a slash at the end. */
  readonly base: string;
  /** Behind `/embed`. */
  readonly path: string;
  readonly locale: string | undefined;
  /** Code of who refers the visitor. */
  readonly affiliate?: string | undefined;
  readonly scheme: Scheme;
  /** Address of the visitor, to fill in at checkout. It is in no address and no log. */
  readonly email?: string | undefined;
  /** Rules of the box. Default: it is where the page's text is. */
  readonly holder?: string;
}

/** Receiver of the frame's events. */
type Speaker = Pick<EventTarget, "dispatchEvent">;

/** Creator of the frame: a script tag, or a call of the SDK. */
type By = "widget" | "embed";

export interface OpenFrame {
  /** Holds the frame. Its place in the page is the caller's matter. */
  readonly box: HTMLElement;
  /** May be called at any time, and again. */
  unmount(): void;
  greet(hello: Pick<FrameOptions, "scheme" | "email">): void;
}

export function isScheme(value: unknown): value is Scheme {
  return value === "light" || value === "dark" || value === "auto";
}

/** Removes boxes that a page has cloned: this node and its contents. */
export function removeDead(by: By, node: Element | Document | ShadowRoot): void {
  for (const box of [node, ...node.querySelectorAll(`[${BOX}]`)])
    if (box instanceof Element && box.getAttribute(BOX) === by && !(LIVE in box)) box.remove();
}

/**
 * Makes a frame of the service, as high as what it shows. What it says becomes an event of `speaker`: a hint for the page,
 * never a proof.
 */
export function openFrame(by: By, speaker: Speaker, options: FrameOptions): OpenFrame {
  const { base, path, locale, affiliate, scheme, holder = HOLDER } = options;
  let hello: Pick<FrameOptions, "scheme" | "email"> = options;
  const address = new URL(`${base}/embed/${path}`);
  if (locale) address.searchParams.set("locale", locale);
  if (affiliate) address.searchParams.set("affiliate", affiliate);
  if (scheme !== "auto") address.searchParams.set("scheme", scheme);
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", SANDBOX);
  frame.title = "Raffle";
  fix(frame, FRAME);
  const setHeight = (height: number) => frame.style.setProperty("height", `${height}px`, "important");
  setHeight(FIRST_HEIGHT);
  const strut = fix(document.createElement("div"), STRUT);
  const box = fix(document.createElement("div"), holder);
  box.setAttribute(BOX, by);
  Object.assign(box, { [LIVE]: true });
  box.append(strut, frame);

  const say = (type: string, detail: object) =>
    speaker.dispatchEvent(new CustomEvent(`raffle:${type}`, { detail, bubbles: true, composed: true }));
  const link = linkTo(address);
  let isThere = false;
  const greet = () => {
    const { scheme, email } = hello;
    const message = { raffle: VERSION, type: "hello", scheme, email };
    if (isThere) frame.contentWindow?.postMessage(message, address.origin);
  };
  const heard = watchLoads(frame, () => {
    if (!link.isConnected) box.prepend(link);
    say("error", { url: address.href });
  });
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow || origin !== address.origin) return;
    const message = fromFrame(data);
    if (!message) return;
    const { type, ...detail } = message;
    if (message.type === "height") setHeight(message.height);
    else if (message.type === "title") {
      // Once for each page that the frame shows.
      frame.title = message.title;
      if (!isThere) say("ready", { url: address.href });
      isThere = true;
      heard.title();
      link.remove();
      greet();
    } else say(type, detail);
  };
  addEventListener("message", hear);
  frame.src = address.href;
  return {
    box,
    unmount() {
      removeEventListener("message", hear);
      heard.end();
      // The page may keep it and put it back.
      Reflect.deleteProperty(box, LIVE);
      box.remove();
    },
    greet(other) {
      hello = other;
      greet();
    },
  };
}

/** Through the CSSOM, which strict policies allow. */
function fix<E extends HTMLElement>(element: E, rules: string): E {
  for (const rule of rules.split(";")) {
    const [name = "", value = ""] = rule.split(":");
    element.style.setProperty(name.trim(), value.trim(), "important");
  }
  return element;
}

/** Its text is its address, which needs no language: a page that loads says the rest. */
function linkTo({ href, host, pathname }: URL): HTMLElement {
  const link = Object.assign(document.createElement("a"), { href, target: "_blank", rel: "noopener" });
  link.textContent = host + pathname;
  const line = document.createElement("p");
  line.append(link);
  return line;
}

/** Calls `silent` for each page of a frame that has loaded and has not said its title before long. */
function watchLoads(frame: HTMLIFrameElement, silent: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The title of a page may come before it has loaded, or after. */
  let isTitled = false;
  let hasLoaded = false;
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const wait = (ms: number) => {
    end();
    timer = setTimeout(() => {
      timer = undefined;
      if (frame.isConnected) silent();
    }, ms);
  };
  wait(LATE_MS);
  frame.addEventListener("load", () => {
    hasLoaded = true;
    if (isTitled) end();
    else wait(SILENT_MS);
    isTitled = false;
  });
  return {
    title() {
      isTitled = timer === undefined || !hasLoaded;
      end();
    },
    end,
  };
}
