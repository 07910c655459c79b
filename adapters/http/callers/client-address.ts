import type { Request, RequestHandler } from "express";
import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import { formOf, type Forwarded, forwardedOf, readNode } from "./forwarded.ts";

/** The origin of a request. */
interface Origin {
  /** Without a port. undefined: the connection is gone. */
  readonly address: string | undefined;
  /** A text that a proxy wrote in the place of an address; `address` is then that proxy's. null: there is none. */
  readonly unread: { readonly header: Forwarded["header"]; readonly node: string } | null;
}

/** Returns the address that the outermost of the proxies in front has seen, as far as they have written any. */
function originOf({ app, headers, socket }: Request): Origin {
  const peer = socket.remoteAddress === undefined ? undefined : (readNode(socket.remoteAddress) ?? undefined);
  const hops: number = app.get("trust proxy");
  const forwarded = hops === 0 ? null : forwardedOf(headers);
  if (forwarded === null) return { address: peer, unread: null };
  // From the client to the proxy that is nearest; before them may stand what the client has written.
  const nodes = forwarded.nodes.slice(-hops);
  const [first] = nodes;
  if (first === undefined) return { address: peer, unread: null };
  const addresses = nodes.map(readNode);
  const unread = addresses[0] === null ? { header: forwarded.header, node: first } : null;
  return { address: addresses.find((address) => address !== null) ?? peer, unread };
}

/** Returns the client's address; of one that cannot be read the address of the proxy that wrote it. */
export function addressOf(request: Request): string | undefined {
  return originOf(request).address;
}

/** Returns the client's address; undefined: it is not known. */
export function clientAddressOf(request: Request): string | undefined {
  const { address, unread } = originOf(request);
  return unread === null ? address : undefined;
}

/**
 * Returns the client that limits count: an IPv4 address, or the /64 of an IPv6 address, the least that one customer
 * has.
 */
export function clientOf(request: Request): string {
  const address = addressOf(request);
  if (address === undefined) return "unknown";
  if (!address.includes(":")) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}

/**
 * Returns whether a request comes from one of these networks. A client hidden by a proxy is in none of them: the
 * proxy's network would admit every client.
 * @param networks as CIDR
 */
export function isWithin(request: Request, networks: readonly string[]): boolean {
  const address = clientAddressOf(request);
  if (address === undefined) return false;
  const own = ipaddr.parse(address);
  return networks.some((network) => {
    const range = ipaddr.parseCIDR(network);
    return range[0].kind() === own.kind() && own.match(range);
  });
}

/** Forms that one process warns of. Where there are fewer proxies than configured, clients choose what is written. */
const FORMS_MAX = 20;

/** Warns once of each form in which a proxy names clients and that cannot be read. */
export function warnOfUnreadClients(log: Logger): RequestHandler {
  const forms = new Set<string>();
  return (request, _response, next) => {
    const { unread } = originOf(request);
    if (unread !== null && forms.size < FORMS_MAX) {
      const { header } = unread;
      const form = formOf(unread.node);
      if (!forms.has(`${header} ${form}`)) {
        forms.add(`${header} ${form}`);
        log.warn({ header, form }, "a proxy names the client in a form that cannot be read");
      }
    }
    next();
  };
}
