import { isIPv4, isIPv6 } from "node:net";
import type { Request } from "express";

/**
 * The network that a request comes from: an IPv4 address, or the 64 leading bits of an IPv6 one, within which one
 * client has as many addresses as it likes.
 */
export function networkOf({ ip, socket }: Pick<Request, "ip" | "socket">): string {
  const address = (ip ?? socket.remoteAddress ?? "").replace(/^::ffff:/i, "");
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return "unknown";
  const [before = "", after] = address.replace(/%.*$/, "").split("::");
  const leading = before.split(":").filter(Boolean);
  const trailing = after?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill("0");
  const groups = after === undefined ? leading : [...leading, ...zeros, ...trailing];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
