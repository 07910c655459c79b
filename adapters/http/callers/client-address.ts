import { isIPv4 } from "node:net";
import type { Request } from "express";
import ipaddr from "ipaddr.js";

/** Where a request comes from, as `request.ip`, which looks at the proxies in front also where none has written anything. */
export function addressOf(request: Request): string | undefined {
  return request.headers["x-forwarded-for"] === undefined ? request.socket.remoteAddress : request.ip;
}

/**
 * Whom limits count: an IPv4 address, or the /64 of an IPv6 address, which is what one customer has at least. What a
 * proxy wrote is believed only where it is an address.
 */
export function clientOf(request: Request): string {
  return networkOf(addressOf(request)) ?? networkOf(request.socket.remoteAddress) ?? "unknown";
}

/** Whether a request comes from one of these networks. @param networks as CIDR */
export function isWithin({ ip, socket }: Request, networks: readonly string[]): boolean {
  // What a proxy wrote and is no address is nobody's: the proxy's own would let everybody in.
  const address = ip ?? socket.remoteAddress;
  if (address === undefined || !ipaddr.isValid(address)) return false;
  const own = ipaddr.process(withoutZone(address));
  return networks.some((network) => {
    const range = ipaddr.parseCIDR(network);
    return range[0].kind() === own.kind() && own.match(range);
  });
}

function networkOf(address: string | undefined): string | null {
  if (address === undefined) return null;
  if (isIPv4(address)) return address;
  if (!ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(address)}/64`).toString()}/64`;
}

function withoutZone(address: string): string {
  return address.split("%", 1)[0]!;
}
