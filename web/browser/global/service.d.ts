import type * as service from "../service.d.ts";

declare global {
  /** What `embed.js` defines, unless the page has its own `Service`. */
  var Service: typeof service & {
    /** Gives the name back; the page keeps what is returned under another. */
    noConflict(): typeof service;
  };
}
