import type { Response } from "express";
import { partnerPolicy } from "../../../web/snippet/snippet.ts";

// What browsers may do with each kind of answer, in one place: helmet's defaults keep scripts from loading on other
// pages and frames from opening at all. A test walks every route.

/**
 * `frame`: in partners' pages. `page`: knows no buyer. `document`: of the documents, with drawings. `demo`: a page like a partner's, which uses the widget. The
 * others know the buyer: `checkout` and sign-in, `order`: payment and its result, `tickets`: the buyer's tickets.
 */
type PageClass = "frame" | "page" | "document" | "demo" | OwnClass;
export type OwnClass = "checkout" | "order" | "tickets";
/**
 * `script` and `asset` are loaded by partners' pages, `data` is read by them, `theme` belongs to frames. `drawing`: an SVG
 * file, with its styles in it.
 */
type FileClass = "script" | "asset" | "data" | "theme" | "drawing";

interface Framed {
  /** Empty: all origins may. */
  readonly embedOrigins: readonly string[];
}

/** Additional sources of an order page for the payment part of a rail, as policies write them. */
export interface PartSources {
  readonly script?: readonly string[];
  readonly style?: readonly string[];
  readonly frame?: readonly string[];
  readonly connect?: readonly string[];
  readonly img?: readonly string[];
  readonly form?: readonly string[];
  /** The provider's script writes markup: trusted types would stop it. */
  readonly writesMarkup?: boolean;
}

/** @param base address of the service, without a slash at the end */
export function contentPolicy(
  kind: PageClass,
  base: string,
  { embedOrigins = [], ...sources }: Partial<Framed> & PartSources = {},
) {
  const ours = `style-src ${base}/assets/ ${base}/theme/`;
  const typed = "require-trusted-types-for 'script'; trusted-types 'none'";
  const closed = "base-uri 'none'; form-action 'none'";
  switch (kind) {
    case "frame": {
      // Without the directive all may frame: `*` excludes pages of files and of apps, whose addresses have other
      // schemes.
      const ancestors = embedOrigins.length === 0 ? "" : `frame-ancestors ${embedOrigins.join(" ")}; `;
      return `default-src 'none'; script-src ${base}/assets/; ${ours}; img-src 'self' https: data:; connect-src 'self'; ${closed}; ${ancestors}${typed}`;
    }
    case "checkout":
    case "order":
    case "tickets":
      return ownPolicy(base, sources);
    case "page":
      return `default-src 'none'; ${ours}; img-src 'self' data:; ${closed}; frame-ancestors 'none'; ${typed}`;
    case "document":
      return `default-src 'none'; ${ours}; img-src 'self' data:; ${closed}; frame-ancestors 'none'; ${typed}`;
    case "demo":
      return `default-src 'none'; ${partnerPolicy(base)}; ${ours}; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'`;
  }
}

function ownPolicy(base: string, sources: PartSources): string {
  const { script = [], style = [], frame = [], connect = [], img = [], form = [], writesMarkup } = sources;
  const directives: [name: string, ...sources: readonly string[]][] = [
    ["default-src", "'none'"],
    ["script-src", `${base}/assets/`, ...script],
    ["style-src", `${base}/assets/`, `${base}/theme/`, ...style],
    ["img-src", "'self'", "https:", "data:", ...img],
    ["connect-src", "'self'", ...connect],
    ...(frame.length === 0 ? [] : [["frame-src", ...frame] as [string, ...string[]]]),
    ["base-uri", "'none'"],
    ["form-action", "'self'", ...form],
    ["frame-ancestors", "'none'"],
    ...(writesMarkup
      ? []
      : ([
          ["require-trusted-types-for", "'script'"],
          ["trusted-types", "'none'"],
        ] as [string, string][])),
  ];
  return directives.map((directive) => directive.join(" ")).join("; ");
}

export function setPagePolicy(
  response: Response,
  kind: PageClass,
  base: string,
  allowed?: Partial<Framed> & PartSources,
): void {
  response.setHeader("Content-Security-Policy", contentPolicy(kind, base, allowed));
  // Without a referrer a form says that its origin is null, which is refused.
  response.setHeader("Referrer-Policy", kind === "tickets" ? "same-origin" : "strict-origin");
  // Any other value, also the host page's, cuts the windows that a frame opens from it, for good.
  if (kind !== "page" && kind !== "document" && kind !== "tickets")
    response.setHeader("Cross-Origin-Opener-Policy", "unsafe-none");
  if (kind !== "frame") return;
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  response.removeHeader("X-Frame-Options");
}

export function setFilePolicy(response: Response, kind: FileClass): void {
  const styles = kind === "drawing" ? " style-src 'unsafe-inline';" : "";
  response.setHeader("Content-Security-Policy", `default-src 'none';${styles} frame-ancestors 'none'`);
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (kind !== "theme") response.setHeader("Access-Control-Allow-Origin", "*");
}

/**
 * Returns the policy of the console's page. Its script makes its styles, with the page's nonce. It shows pictures of
 * the service alone; those that partners name are shown as links.
 * @param secure true: browsers reach it over https. Over http nothing would load from a name that they upgrade
 */
export function consolePolicy(nonce: string, secure: boolean): string {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ];
  return directives.join("; ");
}
