import { fromFrame, type Scheme, VERSION } from "./protocol.ts";

/** No navigation of the host page, whatever goes wrong in the frame. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox";
const FIRST_HEIGHT = "320px";

interface FrameOptions {
  /** Of the service, without a slash at the end. */
  readonly base: string;
  /** Behind `/embed`. */
  readonly path: string;
  readonly locale: string | undefined;
  /** Code of who refers the visitor. */
  readonly affiliate?: string | undefined;
  readonly scheme: Scheme;
}

export interface OpenFrame {
  /** May be called at any time, and again. */
  unmount(): void;
  setScheme(scheme: Scheme): void;
}

export function isScheme(value: unknown): value is Scheme {
  return value === "light" || value === "dark" || value === "auto";
}

/**
 * Puts a frame of the service into an element, as high as what it shows. What it says becomes an event of `speaker`: a
 * hint for the page, never a proof.
 */
export function openFrame(into: Element, speaker: EventTarget, options: FrameOptions): OpenFrame {
  const { base, path, locale, affiliate } = options;
  let { scheme } = options;
  const address = new URL(`${base}/embed/${path}`);
  if (locale) address.searchParams.set("locale", locale);
  if (affiliate) address.searchParams.set("affiliate", affiliate);
  if (scheme !== "auto") address.searchParams.set("scheme", scheme);
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", SANDBOX);
  frame.title = "Raffle";
  // Through the CSSOM, which strict policies allow.
  const { style } = frame;
  Object.assign(style, {
    display: "block",
    border: "0",
    width: "1px",
    minWidth: "100%",
    height: FIRST_HEIGHT,
  });
  style.setProperty("frame-sizing", "content-height");

  const greet = () =>
    frame.contentWindow?.postMessage({ raffle: VERSION, type: "hello", scheme }, address.origin);
  let greeted = false;
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow || origin !== address.origin) return;
    const message = fromFrame(data);
    if (!message) return;
    if (!greeted) greet();
    greeted = true;
    const { type, ...detail } = message;
    if (message.type === "height") style.height = `${message.height}px`;
    else if (message.type === "title") frame.title = message.title;
    else speaker.dispatchEvent(new CustomEvent(`raffle:${type}`, { detail, bubbles: true }));
  };
  addEventListener("message", hear);
  frame.src = address.href;
  into.append(frame);
  return {
    unmount() {
      removeEventListener("message", hear);
      frame.remove();
    },
    setScheme(wanted) {
      scheme = wanted;
      greet();
    },
  };
}
