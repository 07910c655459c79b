import * as api from "../embed.ts";
import type * as described from "../service.d.ts";

declare global {
  interface Window {
    Service?: unknown;
  }
}

/** Marks the global of a former run of this file. */
const OURS = Symbol.for("partner-raffle-api");

const Service = Object.freeze({
  ...(api satisfies typeof described),
  [OURS]: true,
  /** Restores the former global. The page may store the returned service under another name. */
  noConflict() {
    if (window.Service === Service) delete window.Service;
    return Service;
  },
});

if (typeof window !== "undefined") offer();

/** An element whose id or name is `Service` shows as a property that the window inherits: it is not a Service. */
function offer(): void {
  const before = Object.hasOwn(window, "Service") ? (window.Service as Partial<typeof Service>) : undefined;
  if (before === undefined) {
    Object.defineProperty(window, "Service", {
      value: Service,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  } else if (before?.[OURS] !== true) {
    console.warn("raffle embed.js: this page already has a Service, which is unchanged; use embed.esm.js");
  }
}
