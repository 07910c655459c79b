import { beforeAll, describe, expect, it } from "vitest";
import { Organisations } from "../../../ports/organisations/organisations.ts";
import type { MemberRole } from "../../../src/people/role.ts";
import { prepared } from "../../support/opened.ts";
import { OperatorRig, ok, refused, type Shop } from "../../support/builders/operator-rig.ts";
import { addPerson, ConsoleBrowser } from "../../support/people/console-browser.ts";
import type { Json } from "../../support/service/service.ts";

let shop: Shop;
let order: Json;
let at: string;

const rig = prepared(() => OperatorRig.shared());
beforeAll(async () => {
  shop = await rig.shop();
  at = `/organisations/${shop.slug}`;
  order = await ok(rig.admin("GET", `${at}/orders/${await rig.sell(shop, 2, "anna@example.com")}`));
});

async function member(role: MemberRole): Promise<ConsoleBrowser> {
  const { service } = rig;
  const { id } = (await service.wiring.get(Organisations).bySlug(shop.slug))!;
  return ConsoleBrowser.of(service, await addPerson(service, { memberOf: [{ organisationId: id, role }] }));
}
const textsOf = async (path: string) =>
  ((await ok(rig.admin("GET", `${at}${path}`))) as Json[]).map(({ text }) => text);

describe("notes of colleagues", () => {
  it("are about an order or its buyer, newest first, with author and time; the buyer's include the orders'", async () => {
    const finance = await member("finance");
    const about = await ok(finance.post(`${at}/orders/${order.id}/notes`, { text: "called twice" }), 201);
    expect(about).toMatchObject({ orderId: order.id, accountId: order.accountId, text: "called twice" });
    expect(about.author).toMatch(/^person:\d+$/);
    expect(about.authorName).toMatch(/^Name of /);
    await ok(
      rig.admin("POST", `${at}/accounts/${order.accountId}/notes`, { text: "writes in\nFrench" }),
      201,
    );
    expect(await textsOf(`/orders/${order.id}/notes`)).toEqual(["called twice"]);
    expect(await textsOf(`/accounts/${order.accountId}/notes`)).toEqual([
      "writes in\nFrench",
      "called twice",
    ]);
    expect(await textsOf(`/accounts/${order.accountId}/notes?limit=1`)).toEqual(["writes in\nFrench"]);
  });

  it("are audited without their text, and deleted with it", async () => {
    const note = await ok(rig.admin("POST", `${at}/orders/${order.id}/notes`, { text: "a secret" }), 201);
    expect(await ok(rig.admin("DELETE", `${at}/notes/${note.id}`))).toEqual({ id: note.id, deleted: true });
    expect(await refused(rig.admin("DELETE", `${at}/notes/${note.id}`))).toEqual([404, "not_found"]);
    expect(await textsOf(`/orders/${order.id}/notes`)).not.toContain("a secret");
    const entries = (await rig.audit(shop.slug)).slice(0, 2);
    expect(entries.map(({ action, subject, facts }) => [action, subject, facts])).toEqual([
      ["note.deleted", `order:${order.id}`, { noteId: note.id }],
      ["note.added", `order:${order.id}`, { noteId: note.id }],
    ]);
  });

  it("are written once for a repeated request", async () => {
    const path = `${at}/orders/${order.id}/notes`;
    const once = { "Idempotency-Key": "note-once" };
    const [one, other] = [
      await ok(rig.admin("POST", path, { text: "once" }, once), 201),
      await ok(rig.admin("POST", path, { text: "once" }, once), 201),
    ];
    expect(other).toEqual(one);
    expect((await textsOf(`/orders/${order.id}/notes`)).filter((text) => text === "once")).toHaveLength(1);
  });

  it("hide emails from members who see emails in part, and are read by them alone", async () => {
    await ok(
      rig.admin("POST", `${at}/orders/${order.id}/notes`, { text: "wrote from anna.b@other.example, too" }),
      201,
    );
    const viewer = await member("viewer");
    const [newest] = (await ok(viewer.get(`${at}/orders/${order.id}/notes?limit=1`))) as Json[];
    expect(newest!.text).toBe("wrote from a***@o***.example, too");
    expect(await refused(viewer.post(`${at}/orders/${order.id}/notes`, { text: "x" }))).toEqual([
      403,
      "insufficient_role",
    ]);
  });

  it.each<[string, unknown, number]>([
    ["nothing", {}, 400],
    ["blanks", { text: " \n " }, 400],
    ["2,001 characters", { text: "x".repeat(2_001) }, 400],
    ["a zero byte", { text: "a\0" }, 400],
    ["2,000 characters", { text: "😀".repeat(2_000) }, 201],
  ])("of %s", async (_, body, status) => {
    const answer = await rig.admin("POST", `${at}/orders/${order.id}/notes`, body);
    expect([answer.status, status === 400 ? answer.json.issues![0]!.path : undefined]).toEqual([
      status,
      status === 400 ? "text" : undefined,
    ]);
  });

  it("of another organisation's order or buyer are not found", async () => {
    const other = await rig.shop();
    for (const path of [`orders/${order.id}`, `accounts/${order.accountId}`]) {
      const foreign = `/organisations/${other.slug}/${path}/notes`;
      expect(await refused(rig.admin("GET", foreign))).toEqual([404, "not_found"]);
      expect(await refused(rig.admin("POST", foreign, { text: "x" }))).toEqual([404, "not_found"]);
    }
    const note = await ok(rig.admin("POST", `${at}/orders/${order.id}/notes`, { text: "ours" }), 201);
    expect(await refused(rig.admin("DELETE", `/organisations/${other.slug}/notes/${note.id}`))).toEqual([
      404,
      "not_found",
    ]);
  });
});

describe("the audit of one thing", () => {
  it("has what colleagues did to it, and to several", async () => {
    const subjectsOf = async (subject: string) =>
      ((await ok(rig.admin("GET", `${at}/audit?subject=${subject}`))) as Json[]).map(
        (entry) => entry.subject,
      );
    const own = await subjectsOf(`order:${order.id}`);
    expect(own.length).toBeGreaterThan(2);
    expect(new Set(own)).toEqual(new Set([`order:${order.id}`]));
    const both = await subjectsOf(`order:${order.id},account:${order.accountId}`);
    expect(new Set(both)).toEqual(new Set([`order:${order.id}`, `account:${order.accountId}`]));
    expect(await subjectsOf("order:cs_none")).toEqual([]);
    for (const wrong of ["order", "order:", ",", "a:b,", "x y:z", `${"a:1,".repeat(20)}a:1`])
      expect(await refused(rig.admin("GET", `${at}/audit?subject=${encodeURIComponent(wrong)}`))).toEqual([
        400,
        "invalid_request",
        "subject",
      ]);
  });
});
