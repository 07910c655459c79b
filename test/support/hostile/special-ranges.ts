/**
 * What IANA says is no ordinary address of the Internet, copied from its registries and not from any library:
 * iana-ipv4-special-registry and iana-ipv6-special-registry (RFC 6890 and its successors), and multicast.
 */
export const SPECIAL_IPV4 = [
  "0.0.0.0/8", // this network, RFC 791
  "10.0.0.0/8", // private, RFC 1918
  "100.64.0.0/10", // shared, RFC 6598
  "127.0.0.0/8", // loopback, RFC 1122
  "169.254.0.0/16", // link-local, RFC 3927
  "172.16.0.0/12", // private, RFC 1918
  "192.0.0.0/24", // IETF protocol assignments, RFC 6890
  "192.0.2.0/24", // documentation, RFC 5737
  "192.31.196.0/24", // AS112-v4, RFC 7535
  "192.52.193.0/24", // AMT, RFC 7450
  "192.88.99.0/24", // 6to4 relay anycast, deprecated by RFC 7526
  "192.168.0.0/16", // private, RFC 1918
  "192.175.48.0/24", // direct delegation AS112, RFC 7534
  "198.18.0.0/15", // benchmarking, RFC 2544
  "198.51.100.0/24", // documentation, RFC 5737
  "203.0.113.0/24", // documentation, RFC 5737
  "224.0.0.0/4", // multicast, RFC 5771
  "240.0.0.0/4", // reserved, RFC 1112
  "255.255.255.255/32", // limited broadcast, RFC 8190
] as const;

export const SPECIAL_IPV6 = [
  "::/128", // unspecified, RFC 4291
  "::1/128", // loopback, RFC 4291
  "64:ff9b::/96", // IPv4-IPv6 translation, RFC 6052
  "64:ff9b:1::/48", // IPv4-IPv6 translation, RFC 8215
  "100::/64", // discard-only, RFC 6666
  "100:0:0:1::/64", // dummy prefix, RFC 9780
  "2001::/23", // IETF protocol assignments, RFC 2928
  "2001::/32", // Teredo, RFC 4380
  "2001:1::1/128", // port control protocol anycast, RFC 7723
  "2001:1::2/128", // TURN anycast, RFC 8155
  "2001:1::3/128", // DNS-SD service registration anycast, RFC 9665
  "2001:2::/48", // benchmarking, RFC 5180
  "2001:3::/32", // AMT, RFC 7450
  "2001:4:112::/48", // AS112-v6, RFC 7535
  "2001:10::/28", // ORCHID, deprecated, RFC 4843
  "2001:20::/28", // ORCHIDv2, RFC 7343
  "2001:30::/28", // drone remote ID, RFC 9374
  "2001:db8::/32", // documentation, RFC 3849
  "2002::/16", // 6to4, RFC 3056
  "2620:4f:8000::/48", // direct delegation AS112, RFC 7534
  "3fff::/20", // documentation, RFC 9637
  "5f00::/16", // segment routing, RFC 9602
  "fc00::/7", // unique local, RFC 4193
  "fe80::/10", // link-local, RFC 4291
  "fec0::/10", // site-local, deprecated by RFC 3879
  "ff00::/8", // multicast, RFC 4291
] as const;

/** Addresses are numbers here; both ends belong to the range. */
interface Range {
  readonly first: bigint;
  readonly last: bigint;
}

export function rangeOf(cidr: string): Range {
  const [text = "", length = ""] = cidr.split("/");
  const isV6 = text.includes(":");
  const hostBits = BigInt((isV6 ? 128 : 32) - Number(length));
  const first = isV6
    ? groupsToNumber(text)
    : text.split(".").reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return { first, last: first + (1n << hostBits) - 1n };
}

function groupsToNumber(text: string): bigint {
  const [head = "", tail] = text.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const left = groups(head);
  const right = groups(tail ?? "");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

const V4 = SPECIAL_IPV4.map(rangeOf);
const V6 = SPECIAL_IPV6.map(rangeOf);
const MAPPED = rangeOf("0:0:0:0:0:ffff:0:0/96");
/** All that is given out of IPv6, RFC 4291. */
const GLOBAL_UNICAST = rangeOf("2000::/3");

const isIn = (value: bigint) => (range: Range) => range.first <= value && value <= range.last;

export function isOrdinaryIpv4(value: bigint): boolean {
  return !V4.some(isIn(value));
}

/** An IPv4-mapped address leads to where its IPv4 address does. */
export function isOrdinaryIpv6(value: bigint): boolean {
  if (isIn(value)(MAPPED)) return isOrdinaryIpv4(value & 0xffff_ffffn);
  return isIn(value)(GLOBAL_UNICAST) && !V6.some(isIn(value));
}
