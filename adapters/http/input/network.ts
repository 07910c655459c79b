import ipaddr from "ipaddr.js";
import { z } from "zod";
import { text } from "../../../src/shared/input/fields.ts";

/** The longest: an IPv6 address with all its groups, and a length. */
const MAX_LENGTH = 49;

/** An address or a network in a body, as CIDR of the network: `192.0.2.7` is `192.0.2.7/32`. */
export const network = text({ min: 1, max: MAX_LENGTH }).transform((value, context) => {
  const written = normalized(value);
  if (written !== null) return written;
  context.addIssue({ code: "custom", message: "must be an IP address or a network such as 192.0.2.0/24" });
  return z.NEVER;
});

function normalized(value: string): string | null {
  const [address = "", length, ...more] = value.split("/");
  if (more.length > 0 || !isWritten(address)) return null;
  const parsed = ipaddr.parse(address);
  // Requests from such addresses count as IPv4.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return null;
  const bits = parsed.kind() === "ipv4" ? 32 : 128;
  if (length === undefined) return `${parsed.toString()}/${bits}`;
  if (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > bits) return null;
  const cidr = `${parsed.toString()}/${length}`;
  const first =
    bits === 32 ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${first.toString()}/${length}`;
}

/** Only as people write them: `010.1` and zones are none. */
function isWritten(address: string): boolean {
  if (address.includes(":")) return ipaddr.IPv6.isValid(address) && !address.includes("%");
  return ipaddr.IPv4.isValidFourPartDecimal(address);
}
