import type { Response } from "express";

// What browsers may do with each kind of answer, in one place: helmet's defaults keep scripts from loading on other
// pages and frames from opening at all. A test walks every route.

/** `frame`: in partners' pages. `page`: of our own. `demo`: a page as a partner's, which uses the widget. */
type PageClass = "frame" | "page" | "demo";
/** `script` and `asset` are loaded by partners' pages, `data` is read by them, `theme` belongs to frames. */
type FileClass = "script" | "asset" | "data" | "theme";

/** What a partner's own policy must allow for the widget and for `lot` and `results` of the SDK. */
export const partnerPolicy = (base: string): string => `script-src ${base}; frame-src ${base}`;

interface Framed {
  /** None: anybody may. */
  readonly embedOrigins: readonly string[];
}

/** @param base address of the service, without a slash at the end */
export function contentPolicy(
  kind: PageClass,
  base: string,
  { embedOrigins }: Framed = { embedOrigins: [] },
) {
  const ours = `style-src ${base}/assets/ ${base}/theme/`;
  const typed = "require-trusted-types-for 'script'; trusted-types 'none'";
  const closed = "base-uri 'none'; form-action 'none'";
  switch (kind) {
    case "frame": {
      const ancestors = embedOrigins.length === 0 ? "*" : embedOrigins.join(" ");
      return `default-src 'none'; script-src ${base}/assets/; ${ours}; img-src https: data:; connect-src 'self'; ${closed}; frame-ancestors ${ancestors}; ${typed}`;
    }
    case "page":
      return `default-src 'none'; ${ours}; img-src data:; ${closed}; frame-ancestors 'none'; ${typed}`;
    case "demo":
      return `default-src 'none'; ${partnerPolicy(base)}; ${ours}; img-src data:; ${closed}; frame-ancestors 'none'; require-trusted-types-for 'script'`;
  }
}

export function setPagePolicy(response: Response, kind: PageClass, base: string, framed?: Framed): void {
  response.setHeader("Content-Security-Policy", contentPolicy(kind, base, framed));
  response.setHeader("Referrer-Policy", "strict-origin");
  if (kind !== "frame") return;
  // Any other value of the opener's cuts the windows that a frame opens from it, for good.
  response.setHeader("Cross-Origin-Opener-Policy", "unsafe-none");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  response.removeHeader("X-Frame-Options");
}

export function setFilePolicy(response: Response, kind: FileClass): void {
  response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (kind !== "theme") response.setHeader("Access-Control-Allow-Origin", "*");
}
