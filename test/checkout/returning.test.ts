import { beforeEach, describe, expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { sharedService, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const service = prepared(sharedService);

describe("buyers who come back", () => {
  const returned = (kind: string, id: string, query = "") =>
    service.call("GET", `/rails/${kind}/${id}/return${query}`);

  it("go to the returnUrl with ref and status once it is settled, and wait on our page until then", async () => {
    const partner = await Partner.add(service, { returnHosts: ["shop.example"] });
    const lot = await partner.lot();
    const returnUrl = "https://shop.example/thanks?cart=7#end";
    const id = (await partner.checkout(lot.id, { returnUrl })).json.data.id;
    const waiting = await returned("redirect", id);
    expect(waiting.status).toBe(200);
    expect(waiting.text).toContain('http-equiv="refresh"');
    await partner.provider(id, { outcome: "paid" });
    const back = await returned("redirect", id);
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toBe(
      `https://shop.example/thanks?cart=7&ref=${id}&status=success#end`,
    );
  });

  it("go back with status failed after a failure", async () => {
    const partner = await Partner.add(service, { returnHosts: ["shop.example"] });
    const lot = await partner.lot();
    const id = (await partner.checkout(lot.id, { returnUrl: "https://shop.example/x" })).json.data.id;
    await partner.provider(id, { outcome: "declined" });
    expect((await returned("redirect", id)).headers.get("location")).toBe(
      `https://shop.example/x?ref=${id}&status=failed`,
    );
  });

  it("see the result on our page without a returnUrl; unknown sessions and rails are 404", async () => {
    const partner = await Partner.add(service);
    const id = (await partner.checkout((await partner.lot()).id)).json.data.id;
    await partner.provider(id, { outcome: "paid" });
    const page = await returned("redirect", id);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain("You are in");
    expect((await returned("embed", id)).status).toBe(404);
    expect((await returned("redirect", `cs_${"0".repeat(26)}`)).status).toBe(404);
    expect((await returned("redirect", "x")).status).toBe(404);
  });
});

describe("what a browser is told where there is no such session", () => {
  const asBrowser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
  const unknown = `cs_${"0".repeat(26)}`;

  it.each([
    `/rails/redirect/${unknown}/return`,
    "/rails/redirect/cs_1/return",
    `/rails/nothing/${unknown}/return`,
    `/rails/qr/${unknown}/pay`,
    `/rails/fields/${unknown}/pay`,
  ])("%s: a page for people, and JSON for programs", async (path) => {
    const page = await service.call("GET", path, { headers: asBrowser });
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.text).toContain("<h1>Not available</h1>");
    expect(page.text).toContain(page.headers.get("x-request-id"));
    for (const Accept of ["*/*", "application/json"]) {
      const { status, json } = await service.call("GET", path, { headers: { Accept } });
      expect([status, json.error]).toEqual([404, "not_found"]);
    }
  });

  it("the page of a payment that failed does not say both that nothing and that something was taken", async () => {
    const partner = await Partner.add(service);
    const id = (await partner.checkout((await partner.lot()).id)).json.data.id;
    await partner.provider(id, { outcome: "declined" });
    const { text } = await service.call("GET", `/rails/redirect/${id}/return`);
    expect(text).toContain("No tickets were issued");
    expect(text).toContain("anything that was charged is refunded");
    expect(text).not.toMatch(/not been charged/);
  });
});

it("what buyers forge on their way back keeps nobody from buying: the provider has answered", async () => {
  const partner = await Partner.add(service, { rails: { USD: "flow" } });
  const lot = await partner.lot();
  const buyers = [
    await partner.checkout(lot.id),
    await partner.checkout(lot.id),
    await partner.checkout(lot.id),
  ];
  for (const { json } of buyers) {
    for (const proof of ["forged", "forged-too", "and-again"])
      await service.call("GET", `/rails/flow/${json.data.id}/return?proof=${proof}`);
  }
  expect((await partner.checkout(lot.id)).status).toBe(201);
});

describe("the page that buyers come back to", () => {
  const operations: string[] = [];
  let hanging: Promise<void> | null = null;
  const other = opened(() =>
    TestService.open({
      environment: { RAIL_CALLS_AT_ONCE: "32", TRUST_PROXY: "1" },
      circuitLimits: { failuresInARow: 10_000 },
      faults: {
        before: async (operation) => {
          operations.push(operation);
          if (operation === "look_up") await hanging;
          return null;
        },
      },
    }),
  );

  beforeEach(() => void (operations.length = 0));
  const lookUps = () => operations.filter((operation) => operation === "look_up").length;
  const visit = (id: string, client = "192.0.2.1", kind = "redirect", query = "") =>
    other.call("GET", `/rails/${kind}/${id}/return${query}`, { headers: { "X-Forwarded-For": client } });
  const session = async (partner: Partner, lot: { id: number }): Promise<string> =>
    (await partner.checkout(lot.id)).json.data.id;
  const sessions = async (count: number, partner: Partner, lot: { id: number }): Promise<string[]> => {
    const ids: string[] = [];
    while (ids.length < count) ids.push(await session(partner, lot));
    return ids;
  };

  it("asks the provider at once, and then as seldom as a poll does, whoever visits how often", async () => {
    const partner = await Partner.add(other);
    const id = await session(partner, await partner.lot());
    const began = Date.now();
    // One in five seconds: a busy machine takes longer for the visits.
    const atMost = () => 1 + Math.floor((Date.now() - began) / 5_000);
    expect((await visit(id, "192.0.2.99")).status).toBe(200);
    expect(lookUps()).toBe(1);
    for (let i = 0; i < 20; i++) expect((await visit(id, `192.0.2.${i}`)).status).toBe(200);
    await partner.session(id);
    expect(lookUps()).toBeLessThanOrEqual(atMost());
    const before = lookUps();
    await other.clock.later(6_000, async () => {
      await partner.session(id);
      for (let i = 0; i < 20; i++) await visit(id);
    });
    expect(lookUps()).toBeGreaterThan(before);
    expect(lookUps()).toBeLessThanOrEqual(1 + atMost());
  });

  it("lets other buyers in while 700 visit it and the provider is slow", async () => {
    const partner = await Partner.add(other);
    const lot = await partner.lot({ maxTickets: 1_000 });
    const id = await session(partner, lot);
    const end = Promise.withResolvers<void>();
    hanging = end.promise;
    const began = Date.now();
    const visits = Promise.all(Array.from({ length: 700 }, (_, i) => visit(id, `10.0.${i >> 8}.${i & 255}`)));
    await expect.poll(lookUps).toBe(1);
    const sold = await Promise.all(Array.from({ length: 20 }, () => partner.checkout(lot.id)));
    end.resolve();
    hanging = null;
    expect(sold.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set((await visits).map(({ status }) => status))).toEqual(new Set([200]));
    // One in five seconds: a busy machine takes longer for the visits.
    expect(lookUps()).toBeLessThanOrEqual(1 + Math.floor((Date.now() - began) / 5_000));
  });

  it("lets other buyers in while many sessions' look-ups hang: half of an account's calls are kept for selling", async () => {
    const partner = await Partner.add(other);
    const lot = await partner.lot({ maxTickets: 1_000 });
    const ids = await sessions(40, partner, lot);
    const end = Promise.withResolvers<void>();
    hanging = end.promise;
    const visits = Promise.all(ids.map((id, i) => visit(id, `198.51.100.${i}`)));
    await expect.poll(lookUps).toBe(16);
    const sold = await Promise.all(Array.from({ length: 16 }, () => partner.checkout(lot.id)));
    expect(sold.map(({ status }) => status)).toEqual(Array(16).fill(201));
    expect(lookUps()).toBe(16);
    end.resolve();
    hanging = null;
    expect(new Set((await visits).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("asks for one network about sixty sessions a minute; the others are looked at soon after", async () => {
    const partner = await Partner.add(other);
    const lot = await partner.lot({ maxTickets: 1_000 });
    const ids = await sessions(70, partner, lot);
    await other.clock.later(0, async () => {
      for (const [i, id] of ids.entries()) await visit(id, `2001:db8::${i + 1}`);
    });
    // A minute's worth, and what trickles in while the test runs.
    expect(lookUps()).toBeGreaterThanOrEqual(60);
    expect(lookUps()).toBeLessThan(70);
    const query = "select count(*)::int as soon from pending_order where lot_id = $1 and check_at < $2";
    const soon = new Date(other.clock.now().getTime() + 11_000);
    expect(await other.sql(query, lot.id, soon)).toEqual([{ soon: 70 }]);
  });
});
