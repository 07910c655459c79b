import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Partner } from "../setup/partner.ts";
import { TestService } from "../setup/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await TestService.open();
});
afterAll(() => service.stop());

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
