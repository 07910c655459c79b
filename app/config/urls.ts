import { z } from "zod";

export const httpUrl = urlOf(/^https?$/, "must be an http:// or https:// URL");

/** A public URL: a host and perhaps a path. */
export const publicUrl = httpUrl
  .refine(isPlace, "must not have user info, a query or a fragment")
  .transform((url) => url.replace(/\/+$/, ""));

export const postgresUrl = urlOf(
  /^postgres(ql)?$/,
  "must be a postgres:// URL, with special characters of its password escaped (# as %23), or left to DATABASE_PASSWORD",
).refine(
  isEscaped,
  "has a % that is not a valid escape: write %25 instead, or set DATABASE_PASSWORD, which is taken literally",
);

/** Returns the path of an address, without a slash at the end. */
export function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, "");
}

/** Returns the origin at which a process that listens on this host is reached from its own machine. */
export function originAt(host: string, port: number): string {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/** Checks for a URL; further checks do not run on other texts. */
export function urlOf(protocol: RegExp, error: string) {
  return z.url({ protocol, error, abort: true });
}

/** Returns whether the parts that libraries unescape can be unescaped. */
function isEscaped(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the URL has a host and perhaps a path, and nothing else. */
export function isPlace(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "" && !/[?#]/.test(text);
}

/** Returns whether the text is a mail server's URL for SMTP_URL, whose user and password can be unescaped. */
export function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.hostname === "" || !isEscaped(text)) return false;
  const bare = url.search === "" || (url.search === "?tls=none" && url.protocol === "smtp:");
  return bare && url.hash === "" && /^\/?$/.test(url.pathname);
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost\.?|.*\.localhost\.?|127\..*|\[::1\]|0\.0\.0\.0|\[::\])$/.test(hostname);
}
