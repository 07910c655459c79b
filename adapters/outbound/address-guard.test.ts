import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isOrdinaryIpv4,
  isOrdinaryIpv6,
  rangeOf,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
} from "../../test/support/hostile/special-ranges.ts";
import { AddressGuard, isPublicAddress } from "./address-guard.ts";

const RUNS = { numRuns: 2_000 };
const guard = new AddressGuard({ allowLoopback: false });

function dotted(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
}

function groups(value: bigint): string[] {
  return [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) => ((value >> shift) & 0xffffn).toString(16));
}

/** The ways in which one IPv6 address is written. */
function spellings(value: bigint): string[] {
  const plain = groups(value);
  const full = plain.map((group) => group.padStart(4, "0")).join(":");
  const shortest = new URL(`https://[${full}]/`).hostname.slice(1, -1);
  return [
    full,
    full.toUpperCase(),
    plain.join(":"),
    shortest,
    `${plain.slice(0, 6).join(":")}:${dotted(value & 0xffff_ffffn)}`,
  ];
}

/** Returns the verdict of all judges of addresses, who must agree. */
function judgements(address: string, inUrl = address): boolean[] {
  const host = inUrl.includes(":") ? `[${inUrl}]` : inUrl;
  return [
    isPublicAddress(address),
    guard.isCallable("hooks.example", address),
    guard.refusal(`https://${host}/`) === null,
  ];
}

function agree(address: string, callable: boolean, inUrl?: string): void {
  expect(judgements(address, inUrl), address).toEqual([callable, callable, callable]);
}

/** Addresses at random, with each range, its ends and its neighbours more often than by chance. */
function numbers(bits: bigint, cidrs: readonly string[]): fc.Arbitrary<bigint> {
  const max = (1n << bits) - 1n;
  const near = fc
    .constantFrom(...cidrs.map(rangeOf))
    .chain(({ first, last }) =>
      fc.oneof(
        fc.bigInt({ min: first, max: last }),
        fc.constantFrom(first, last, first > 0n ? first - 1n : 0n, last < max ? last + 1n : max),
      ),
    );
  return fc.oneof(fc.bigInt({ min: 0n, max }), near);
}

const ipv4 = numbers(32n, SPECIAL_IPV4);
const ipv6 = fc.oneof(numbers(128n, SPECIAL_IPV6), numbers(128n, ["2000::/3"]));

describe("an address is callable exactly if it is in no range that IANA gave a special purpose", () => {
  it("in IPv4", () => {
    fc.assert(
      fc.property(ipv4, (value) => agree(dotted(value), isOrdinaryIpv4(value))),
      RUNS,
    );
  });

  it("in IPv4, as URLs may spell it", () => {
    const hex = (value: bigint) => `0x${value.toString(16)}`;
    const octal = (value: bigint) => `0${value.toString(8)}`;
    fc.assert(
      fc.property(ipv4, fc.constantFrom(hex, octal, String), (value, spell) => {
        const parts = [24n, 16n, 8n, 0n].map((shift) => spell((value >> shift) & 255n));
        for (const text of [spell(value), parts.join("."), `${parts[0]}.${spell(value & 0xff_ffffn)}`])
          agree(dotted(value), isOrdinaryIpv4(value), text);
      }),
      RUNS,
    );
  });

  it("in IPv6, however it is spelled", () => {
    fc.assert(
      fc.property(ipv6, (value) => {
        for (const text of spellings(value)) agree(text, isOrdinaryIpv6(value));
      }),
      RUNS,
    );
  });

  it("in IPv4 mapped into IPv6", () => {
    fc.assert(
      fc.property(ipv4, (value) => {
        for (const text of spellings((0xffffn << 32n) | value)) agree(text, isOrdinaryIpv4(value));
      }),
      RUNS,
    );
  });
});

it("no IPv4 address is callable through a tunnel or a translator", () => {
  const forms: Record<string, (value: bigint, rest: bigint) => bigint> = {
    "IPv4-compatible": (value) => value,
    "translated, RFC 2765": (value) => (0xffffn << 48n) | value,
    "6to4": (value, rest) => (0x2002n << 112n) | (value << 80n) | (rest & ((1n << 80n) - 1n)),
    "Teredo server": (value, rest) => (0x2001_0000n << 96n) | (value << 64n) | (rest & ((1n << 64n) - 1n)),
    "Teredo client": (value, rest) =>
      (0x2001_0000n << 96n) | ((rest & ((1n << 64n) - 1n)) << 32n) | (value ^ 0xffff_ffffn),
    NAT64: (value) => (0x64_ff9bn << 96n) | value,
    "local NAT64": (value, rest) => (0x64_ff9b_0001n << 80n) | ((rest & 0xffff_ffffn) << 32n) | value,
  };
  fc.assert(
    fc.property(ipv4, fc.bigInt({ min: 0n, max: (1n << 80n) - 1n }), (value, rest) => {
      for (const [name, form] of Object.entries(forms))
        for (const text of spellings(form(value, rest)))
          expect(judgements(text), `${name} ${text}`).toEqual([false, false, false]);
    }),
    { numRuns: 400 },
  );
});

it.each([
  "8.8.8.8",
  "1.1.1.1",
  "93.184.215.14",
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "2a00:1450:4001::1",
])("%s, which many call, is callable", (address) => agree(address, true));

it.each(["fe80::1%eth0", "2606:4700::1%lo", "1.2.3", "0x7f.1", "1.2.3.4.5", "1.2.3.4/32", "", "name"])(
  "%j is not an address, so it is not callable",
  (text) => expect(isPublicAddress(text)).toBe(false),
);
