import type * as service from "../service.d.ts";

declare global {
  /** Global that `embed.js` defines, unless the page has its own `Service`. */
  var Service: typeof service & {
    /** Restores the former global. The page may store the returned service under another name. */
    noConflict(): typeof service;
  };
}
