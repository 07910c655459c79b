import { expect, it } from "vitest";
import { networkOf } from "./client-network.ts";

const of = (ip: string | undefined, remoteAddress?: string) =>
  networkOf({ ip, socket: { remoteAddress } as Parameters<typeof networkOf>[0]["socket"] });

it("an IPv4 client is its address, however it is written", () => {
  expect(of("192.0.2.7")).toBe("192.0.2.7");
  expect(of("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(of(undefined, "192.0.2.7")).toBe("192.0.2.7");
});

it("an IPv6 client is its 64 leading bits, however it is written", () => {
  for (const ip of [
    "2001:db8:0:7::1",
    "2001:0db8:0000:0007:ffff:1:2:3",
    "2001:db8::7:0:0:1:2",
    "2001:db8:0:7::%eth0",
  ])
    expect(of(ip)).toBe("2001:db8:0:7::/64");
  expect(of("2001:db8:0:8::1")).toBe("2001:db8:0:8::/64");
  expect(of("::1")).toBe("0:0:0:0::/64");
});

it("what is no address is one client", () => {
  for (const ip of ["", "unknown", "1.2.3", "g::1", undefined]) expect(of(ip)).toBe("unknown");
});
