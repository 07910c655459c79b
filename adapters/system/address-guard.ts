import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import ipaddr from "ipaddr.js";

/** All addresses of a name; none when there is no such name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
  readonly code = "address_refused";
}
export class NameNotFound extends Error {
  override readonly name = "NameNotFound";
  readonly code = "name_not_found";
}

/** Every range that IANA gave a special purpose is no public one, and IPv6 beyond 2000::/3 is not given out. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3"));
}

function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === "loopback";
}

/** The host of a URL as it is looked up: no brackets, no dot at its end. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/**
 * Lets connections out to public addresses only. A name is resolved here and the connection is made to the very
 * addresses that were judged, so that a name server cannot answer twice differently.
 */
export class AddressGuard {
  readonly #allowLoopback: boolean;
  readonly #resolve: Resolve;
  readonly #asking = new Map<string, Promise<readonly string[]>>();

  /** @param options.allowLoopback for development: literal loopback addresses and localhost, also by plain http */
  constructor(options: { readonly allowLoopback: boolean; readonly resolve?: Resolve }) {
    this.#allowLoopback = options.allowLoopback;
    this.#resolve = options.resolve ?? resolver();
  }

  /** Judges a URL as it is written; null: it may be called. */
  refusal(text: string): string | null {
    if (!URL.canParse(text)) return "url must be an absolute URL.";
    const url = new URL(text);
    const host = bareHost(url);
    const isLocal = isLocalName(host) || isLoopbackAddress(host);
    if (isLocal && this.#allowLoopback && /^https?:$/.test(url.protocol)) return null;
    if (url.protocol !== "https:") return "url must begin with https://.";
    if (isLocal || (isIP(host) !== 0 && !isPublicAddress(host))) return "url must lead to a public address.";
    return null;
  }

  /** For `net.connect`, which asks it about names only, never about literal addresses. */
  readonly lookup: LookupFunction = (hostname, options, done) => {
    this.#lookup(hostname, (error, addresses) => {
      const found = error ? [] : addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (options.all) done(error, found);
      else done(error, first?.address ?? "", first?.family);
    });
  };
  readonly #lookup = callbackify((hostname: string) => this.#addresses(hostname));

  async #addresses(hostname: string): Promise<readonly string[]> {
    const host = hostname.replace(/\.$/, "");
    if (this.#allowLoopback && isLocalName(host)) return ["127.0.0.1", "::1"];
    const addresses = await this.#ask(host);
    if (addresses.length === 0) throw new NameNotFound(`${host} has no address`);
    if (!addresses.every(isPublicAddress))
      throw new AddressRefused(`${host} leads to an address that is not public`);
    return addresses;
  }

  /** Connections that begin together share one question. */
  #ask(host: string): Promise<readonly string[]> {
    const asking = this.#asking.get(host) ?? this.#resolve(host).finally(() => this.#asking.delete(host));
    this.#asking.set(host, asking);
    return asking;
  }
}

/**
 * Asks name servers from the event loop. `dns.lookup` would occupy one of the process's four file threads for as long
 * as a dead name server takes, and so delay everybody.
 */
function resolver(): Resolve {
  const servers = new Resolver({ timeout: 2_000, tries: 2 });
  const none = (error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENODATA" || error.code === "ENOTFOUND") return [];
    throw error;
  };
  return async (host) => {
    const [v4, v6] = await Promise.all([
      servers.resolve4(host).catch(none),
      servers.resolve6(host).catch(none),
    ]);
    return [...v4, ...v6];
  };
}
