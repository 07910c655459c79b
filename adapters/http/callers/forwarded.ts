import type { IncomingHttpHeaders } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** The route of a request as proxies wrote it, the nearest proxy's entry last. */
export interface Forwarded {
  readonly header: "x-forwarded-for" | "forwarded";
  readonly nodes: readonly string[];
}

/**
 * Returns the clients that proxies name, as they write them. `Forwarded` counts only without `X-Forwarded-For`: a proxy
 * that writes one header passes on the client's text in the other. null: none is named.
 */
export function forwardedOf(headers: IncomingHttpHeaders): Forwarded | null {
  const listed = headers["x-forwarded-for"];
  if (listed !== undefined) {
    const nodes = String(listed)
      .split(",")
      .map((node) => node.trim());
    return { header: "x-forwarded-for", nodes: nodes.filter((node) => node !== "") };
  }
  if (headers.forwarded === undefined) return null;
  return {
    header: "forwarded",
    nodes: elementsOf(headers.forwarded).map((element) => element.get("for") ?? ""),
  };
}

/** Returns the hosts that proxies say the client named. */
export function forwardedHostsOf(headers: IncomingHttpHeaders): string[] {
  const listed = headers["x-forwarded-host"];
  const hosts = listed === undefined ? [] : String(listed).split(",");
  if (headers.forwarded === undefined) return hosts;
  return [...hosts, ...elementsOf(headers.forwarded).flatMap((element) => element.get("host") ?? [])];
}

const PAIR = /(?:^|[;,])\s*(?:([^\s=;,"]+)\s*=\s*("(?:[^"\\]|\\.)*"\s*|[^;,]*)|[^;,]*)(?=[;,]|$)/g;

/**
 * Reads RFC 7239, and also values without the quotes that it requires: some proxies write `for=2001:db8::1`. What a client
 * has written before cannot hide the element of a proxy.
 */
function elementsOf(header: string): ReadonlyMap<string, string>[] {
  const elements = [new Map<string, string>()];
  for (const [pair, name, value = ""] of header.matchAll(PAIR)) {
    if (pair.startsWith(",")) elements.push(new Map());
    if (name !== undefined) elements.at(-1)!.set(name.toLowerCase(), unquoted(value.trim()));
  }
  return elements;
}

function unquoted(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1") : text;
}

/** `[2001:db8::1]`, `[2001:db8::1]:443`, `192.0.2.7:443`: a port may be hidden, as `_p`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::[\w.-]+)?$/;

/** Returns the address that a proxy has written, without port and zone, IPv4 where it is that; null: it is none. */
export function readNode(node: string): string | null {
  const text = unquoted(node);
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const [bare = ""] = address.split("%", 1);
  const parsed = ipaddr.IPv6.parse(bare);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : bare;
}

/** Returns what a node looks like, without what it says: `_a9`. */
export function formOf(node: string): string {
  if (/^unknown$/i.test(node)) return "unknown";
  return node
    .slice(0, FORM_MAX)
    .replaceAll(/\d+/g, "9")
    .replaceAll(/[a-z]+/gi, "a");
}
const FORM_MAX = 60;
