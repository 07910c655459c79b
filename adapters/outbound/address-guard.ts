import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Resolves a name to all its addresses; none for an unknown name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
  readonly code = "address_refused";
}
class NameNotFound extends Error {
  override readonly name = "NameNotFound";
  readonly code = "name_not_found";
}

/**
 * Returns whether an address is public. No range that IANA gave a special purpose is, and IPv6 beyond 2000::/3 is not
 * assigned.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3"));
}

function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === "loopback";
}

/** A host as it is looked up: no brackets, no dots at its end. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1").replace(/\.+$/, "");
}

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** Names that never exist in the public DNS: they are resolved only on private networks. */
const PRIVATE_NAME = /^[^.]*$|\.(?:local|internal|home\.arpa|onion)$/;
/** Ports of a machine's services that do not speak https. */
const isOddPort = (port: string) => port !== "" && Number(port) < 1024;

const NOT_PUBLIC = "url must resolve to a public address.";
/** The time limit of name servers during a registration. */
const JUDGE_MS = 3_000;

/**
 * Says which addresses may be called. A name is resolved here and the connection is made to the very addresses that
 * were judged, so that a name server cannot answer twice differently.
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
    const host = bare(url.hostname);
    if (url.username || url.password) return "url must not carry a user name or password.";
    if (this.#isAllowedLoopback(host) && /^https?:$/.test(url.protocol)) return null;
    if (url.protocol !== "https:") return "url must begin with https://.";
    if (isIP(host) === 0 ? isLocalName(host) || PRIVATE_NAME.test(host) : !isPublicAddress(host))
      return NOT_PUBLIC;
    if (isOddPort(url.port)) return "url must use port 443, or a port from 1024 upwards.";
    return null;
  }

  /** Also checks the name's current addresses. A name without an answer is checked when it is called. */
  async refusalNow(text: string): Promise<string | null> {
    const refusal = this.refusal(text);
    if (refusal !== null) return refusal;
    const giveUp = Promise.withResolvers<null>();
    const timer = setTimeout(() => giveUp.resolve(null), JUDGE_MS);
    const judged = this.addresses(new URL(text).hostname).then(
      () => null,
      (error: unknown) => (error instanceof AddressRefused ? NOT_PUBLIC : null),
    );
    return Promise.race([judged, giveUp.promise]).finally(() => clearTimeout(timer));
  }

  /**
   * The addresses of a host, literal or name, each of which may be called.
   * @throws AddressRefused when one of them may not, NameNotFound, or the resolver's error
   */
  async addresses(hostname: string): Promise<readonly string[]> {
    const host = bare(hostname);
    if (this.#allowLoopback && isLocalName(host)) return ["127.0.0.1", "::1"];
    if (this.#isAllowedLoopback(host)) return [host];
    const addresses = isIP(host) === 0 ? await this.#ask(host) : [host];
    if (addresses.length === 0) throw new NameNotFound(`${host} has no address`);
    if (!addresses.every(isPublicAddress))
      throw new AddressRefused(`${host} leads to an address that is not public`);
    return [...addresses];
  }

  /** Checks the remote address of an open socket, regardless of earlier checks. */
  isCallable(hostname: string, address: string): boolean {
    return (
      isPublicAddress(address) || (isLoopbackAddress(address) && this.#isAllowedLoopback(bare(hostname)))
    );
  }

  #isAllowedLoopback(host: string): boolean {
    return this.#allowLoopback && (isLocalName(host) || isLoopbackAddress(host));
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
