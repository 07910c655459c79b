import * as api from "./embed.ts";
import type * as described from "./service.d.ts";

declare global {
  interface Window {
    Service?: unknown;
  }
}

/** What `embed.js` was loaded twice by. */
const OURS = Symbol.for("partner-raffle-api");

const Service = Object.freeze({
  ...(api satisfies typeof described),
  [OURS]: true,
  /** Gives the name back; the page keeps what is returned under another. */
  noConflict() {
    if (window.Service === Service) delete window.Service;
    return Service;
  },
});

const before = window.Service as { readonly [OURS]?: boolean } | undefined;
if (before === undefined) window.Service = Service;
else if (before?.[OURS] !== true)
  console.warn("raffle embed.js: this page has a Service of its own, which is left alone; use embed.esm.js");
