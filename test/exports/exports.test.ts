import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { describe, expect, it } from "vitest";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { OperatorRig, ok, refused } from "../support/builders/operator-rig.ts";
import { ADMIN_TOKEN, type Answer, type Json } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const rig = opened(() => OperatorRig.open());
const shop = prepared(() => rig.shop());

const rows = async (text: string, ...values: unknown[]) => (await rig.service.sql(text, ...values)) as Json[];
const exported = (what: string, query = "") =>
  rig.admin("GET", `/organisations/${shop.slug}/exports/${what}${query}`);
/** Returns the records of a CSV answer, by their columns. */
function records({ text }: Answer): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === "\r\n") lines.push([]);
  }
  const [head = [], ...cells] = lines.slice(0, -1);
  return cells.map((each) => Object.fromEntries(each.map((cell, at) => [head[at], cell])));
}

describe("exports as CSV", () => {
  it("have every order with the list's filters, and no cell that a spreadsheet takes for a formula", async () => {
    const paid = await rig.sell(shop, 3, "+cmd@example.com");
    await rig.pay(paid);
    const pending = await rig.sell(shop, 1, "ben@example.com");
    await rows("update lot set title = $2 where id = $1", shop.competitionId, '+1, "quoted"\nŪhr 🎲');
    const answer = await exported("orders");
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${shop.slug}-orders-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const all = records(answer);
    expect(all.map(({ id }) => id)).toEqual([pending, paid]);
    const [order] = (await ok(rig.admin("GET", `/organisations/${shop.slug}/orders?status=paid`))) as Json[];
    expect(all[1]).toMatchObject({
      status: "paid",
      email: "'+cmd@example.com",
      competitionTitle: `'+1, "quoted"\nŪhr 🎲`,
      amount: String(order!.amount),
      currency: order!.currency,
      firstTicket: "1",
      lastTicket: "3",
      providerPaymentIds: order!.payments[0].providerPaymentId,
      paidAt: order!.paidAt,
      refundedAt: "",
    });
    expect(all[0]!.email).toBe("ben@example.com");
    expect(records(await exported("orders", "?status=paid")).map(({ id }) => id)).toEqual([paid]);
    expect(records(await exported("orders", "?since=2999-01-01T00:00:00Z"))).toEqual([]);
    expect(records(await exported("orders", `?accountId=${order!.accountId}`)).map(({ id }) => id)).toEqual([
      paid,
    ]);
    expect(await refused(exported("orders", "?accountId=900000000000"))).toEqual([404, "not_found"]);
    expect(await refused(exported("orders", "?status=lost"))).toEqual([400, "invalid_request", "status"]);
    // Bytes, since a client's text has no mark any more.
    const bytes = await fetch(
      `${rig.service.baseUrl}/admin/api/v1/organisations/${shop.slug}/exports/orders`,
      { headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, "Accept-Encoding": "identity" } },
    );
    expect([...new Uint8Array(await bytes.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.headers.get("content-encoding")).toBeNull();
  });

  it("have refunds, what fair draws cost and commissions, with amounts that stay numbers", async () => {
    const order = await rig.sell(shop, 1, "carl@example.com");
    await rig.pay(order);
    const path = `/organisations/${shop.slug}/orders/${order}/refund`;
    await ok(rig.admin("POST", path, { reason: "@sorry" }));
    expect(records(await exported("refunds"))).toMatchObject([{ orderId: order, reason: "'@sorry" }]);
    expect(records(await exported("refunds", "?state=manual"))).toEqual([]);

    await rows(
      `insert into draw_ledger_entry (organisation_id, kind, amount_cents, tx_hash, created_at)
       select id, 'deposit', 250, '0x' || repeat('a', 64), now() from organisation where slug = $1`,
      shop.slug,
    );
    expect(records(await exported("draw-ledger"))).toMatchObject([{ kind: "deposit", amountCents: "250" }]);

    for (const code of ["anna", "ben"])
      await ok(
        rig.admin("POST", `/organisations/${shop.slug}/affiliates`, { code, name: code, commissionBps: 100 }),
        201,
      );
    await rows(
      `insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
       select f.organisation_id, f.id, k.kind, k.amount, t.id, now() from affiliate f
       cross join (values ('accrual', 7), ('reversal', -7)) k (kind, amount)
       join ticket_order t on t.id = $1 and t.organisation_id = f.organisation_id where f.code = 'ben'`,
      order,
    );
    const commissions = records(await exported("commissions"));
    expect(commissions.map(({ affiliate, kind, amountCents }) => [affiliate, kind, amountCents])).toEqual([
      ["ben", "reversal", "-7"],
      ["ben", "accrual", "7"],
    ]);
    const entries = (await rig.audit(shop.slug)).filter(({ action }) => action === "export.made");
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(
      new Set(["export:orders", "export:refunds", "export:draw-ledger", "export:commissions"]),
    );
  });

  it("of many orders come in many parts, each order once, compressed if the client accepts it", async () => {
    const many = await rig.shop();
    await rows("update lot set price_cents = 2500 where id = $1", many.competitionId);
    await rows("update lot_stock set max_tickets = 10000 where lot_id = $1", many.competitionId);
    const first = await rig.sell(many, 1, "many@example.com");
    await addManyOrders(rig.service.database.pool, first, { paid: 0, pending: 900 });
    const answer = await rig.admin("GET", `/organisations/${many.slug}/exports/orders`);
    const ids = records(answer).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([901, 901]);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    const conditional = await rig.admin("GET", `/organisations/${many.slug}/exports/orders?status=pending`);
    expect(records(conditional)).toHaveLength(901);
  });

  it("to HEAD have no body, and leave no trace", async () => {
    const before = (await rig.audit(shop.slug)).length;
    const answer = await rig.admin("HEAD", `/organisations/${shop.slug}/exports/orders`);
    expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([
      200,
      "",
      "text/csv; charset=utf-8",
    ]);
    expect(await rig.audit(shop.slug)).toHaveLength(before);
  });
});

describe("an export that cannot be sent to its end", () => {
  const cannotRead = async (table: string, work: () => Promise<void>) => {
    await rows(`alter table ${table} rename to ${table}_away`);
    try {
      await work();
    } finally {
      await rows(`alter table ${table}_away rename to ${table}`);
    }
  };

  it("is refused like any request when it fails before its first part", async () => {
    await cannotRead("audit", async () => {
      const answer = await exported("refunds");
      expect([answer.status, answer.json.error]).toEqual([500, "internal_error"]);
      expect(answer.headers.get("content-disposition")).toBeNull();
    });
  });

  it("breaks its connection off when it fails later, and logs that", async () => {
    await cannotRead("refund", async () => {
      const logged = rig.service.logLines.length;
      await expect(exported("refunds")).rejects.toThrow();
      await expect
        .poll(() => rig.service.logLines.slice(logged).some((line) => line.includes("answer broken off")))
        .toBe(true);
    });
    expect((await exported("refunds")).status).toBe(200);
  });

  it("is made no further when the caller is gone, and others are served then", async () => {
    const path = `/admin/api/v1/organisations/${shop.slug}/exports/orders`;
    const begun = () =>
      new Promise<void>((resolve, reject) => {
        const outgoing = httpRequest(rig.service.baseUrl + path, {
          headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
        });
        outgoing.once("response", (response) => {
          response.destroy();
          resolve();
        });
        outgoing.once("error", reject);
        outgoing.end();
      });
    // More than are sent at a time: each must have given its place back.
    for (let time = 0; time < 6; time++) await begun();
    await expect.poll(async () => (await exported("orders")).status).toBe(200);
  });
});

describe("the export of the audit", () => {
  const page = readFileSync(new URL("../../docs/operators/people.md", import.meta.url), "utf8");
  const program = /```js\n(.*?)```/s.exec(page)![1]!;
  /** Returns the judgement of the page's program on a file. */
  const checked = (lines: readonly string[], behind = "") => {
    const input = lines.map((line) => `${line}\n`).join("") + behind;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      input,
      encoding: "utf8",
    });
    return [status, (stdout + stderr).trim()];
  };

  it("is whole by the page's program, and not when a line is changed, moved, or taken out", async () => {
    const answer = await exported("audit");
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain(`filename="${shop.slug}-audit-`);
    const lines = answer.text.trimEnd().split("\n");
    const parsed = lines.map((line) => JSON.parse(line) as Json);
    expect(parsed[0]).toMatchObject({ previous: "0".repeat(64), export: { organisation: shop.slug } });
    const entries = parsed.slice(1, -1).map(({ entry }) => entry as Json);
    expect(entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(entries.every(({ organisation }) => organisation === shop.slug)).toBe(true);
    expect(entries.at(-1)).toMatchObject({ action: "export.made", subject: "export:audit" });
    expect(parsed.at(-1)).toMatchObject({ end: { entries: entries.length } });
    expect(entries.length).toBeGreaterThan(3);

    const hash = createHash("sha256").update(lines.at(-1)!).digest("hex");
    const verdict = `whole: ${entries.length} entries, the last line's hash is ${hash}`;
    expect(checked(lines)).toEqual([0, verdict]);
    expect(checked(lines, lines[1])).toEqual([1, "the last line has no end"]);
    expect(checked(lines.toSpliced(2, 1))).toEqual([1, "line 3 does not follow the one before it"]);
    expect(checked(lines.with(2, lines[2]!.replace('"actor"', '"Actor"')))).toEqual([
      1,
      "line 4 does not follow the one before it",
    ]);
    expect(checked(lines.slice(0, -1))).toEqual([1, "the end is missing"]);
    expect(checked(lines.slice(1))).toEqual([1, "line 1 does not follow the one before it"]);
    expect(checked([])).toEqual([1, "the end is missing"]);
  });

  it("waits for entries that were being recorded when it began, blocks no writer, and ends with its own entry", async () => {
    const other = await rig.organisation();
    const recorded = (
      action: string,
    ) => `insert into audit (organisation_id, actor_kind, actor_id, action, subject, facts, request_id, at)
        select o.id, 'system', 'service', '${action}', 'x:1', '{}', 'x', now() from organisation o where o.slug = '${other}'`;
    const exportedActions = async () =>
      (await rig.admin("GET", `/organisations/${other}/exports/audit`)).text
        .trimEnd()
        .split("\n")
        .slice(1, -1)
        .map((line) => (JSON.parse(line).entry as Json).action);
    const late = await rig.service.database.pool.connect();
    try {
      await late.query("begin");
      await late.query(recorded("late.one"));
      const exporting = exportedActions();
      await expect
        .poll(async () => (await rig.audit(other)).map(({ action }) => action))
        .toContain("export.made");
      await rows(recorded("after.it"));
      await late.query("commit");
      const first = await exporting;
      expect(first.slice(-2)).toEqual(["late.one", "export.made"]);
      expect(await exportedActions()).toEqual([...first, "after.it", "export.made"]);
    } finally {
      late.release(true);
    }
  });

  it("of the whole service has every organisation's entries and those of none, as the list has", async () => {
    await rows(
      `insert into audit (actor_kind, actor_id, action, subject, facts, request_id, at)
       values ('system', 'service', 'login.failed', 'person:1', '{}', 'x', now())`,
    );
    const entries = (await rig.admin("GET", "/exports/audit")).text
      .trimEnd()
      .split("\n")
      .slice(1, -1)
      .map((line) => JSON.parse(line).entry as Json);
    expect(entries.some(({ organisation }) => organisation === shop.slug)).toBe(true);
    expect(entries.filter(({ action }) => action === "login.failed")).toMatchObject([{ organisation: null }]);
    const listed = (await ok(rig.admin("GET", "/audit?limit=3"))) as Json[];
    expect(listed).toEqual(entries.toReversed().slice(0, 3));
    expect(await ok(rig.admin("GET", "/audit?action=login.failed"))).toMatchObject([
      { action: "login.failed", actor: "system:service", organisation: null },
    ]);
    const own = (await ok(
      rig.admin("GET", `/organisations/${shop.slug}/audit?action=export.made`),
    )) as Json[];
    expect(own.length).toBeGreaterThan(0);
    expect(own[0]).not.toHaveProperty("organisation");
  });
});
