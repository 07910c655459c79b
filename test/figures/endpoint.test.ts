import { expect, it } from "vitest";
import { ok } from "../support/builders/operator-rig.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, type Json, sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));

const rows = async (text: string, ...values: unknown[]): Promise<Json[]> =>
  await service.sql(text, ...values);
const admin = (of: Partner, method: string, path: string, body?: object) =>
  service.call(method, `/admin/api/v1/organisations/${of.organisation.slug}${path}`, {
    key: ADMIN_TOKEN,
    body,
  });
const endpoint = async () =>
  Number(
    (await ok(admin(partner, "POST", "/webhook-endpoints", { url: "http://127.0.0.1:1/hook" }), 201)).id,
  );

/** Deliveries to an endpoint, one every two minutes until now, the oldest first. */
async function deliver(
  id: number,
  state: "delivered" | "failed" | "pending",
  count: number,
  untilMinutesAgo: number,
) {
  await rows(
    `with told as (
       insert into event (id, slot, organisation_id, type, payload, created_at)
       select 'evt_' || left(md5(random()::text), 26), n % 8, $1, 'ping', '{}', now() from generate_series(1, $4::int) n
       returning *
     ), numbered as (select *, row_number() over (order by id) as n from told), sent as (
       insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at, attempts, claims)
       select 8 * nextval('delivery_number') + slot, slot, organisation_id, id, $2, $3, now(),
         case when $3 <> 'pending' then now() - (n * 2 + $5::int) * interval '1 minute' end, 2, 2
       from numbered returning *
     )
     insert into delivery_attempt (organisation_id, delivery_id, slot, number, status, error, response, duration_ms, at)
     select organisation_id, id, slot, number, case when state = 'delivered' and number = 2 then 204 when number = 1 then null else 400 end,
       null, 'bad signature', 5, coalesce(finished_at, now() - interval '1 minute' * $5) - (2 - number) * interval '90 minutes'
     from sent, generate_series(1, 2) number`,
    partner.organisation.id,
    id,
    state,
    count,
    untilMinutesAgo,
  );
}

it("an endpoint's figures count all of its deliveries and attempts, and of no other", async () => {
  const [id, other] = [await endpoint(), await endpoint()];
  await deliver(id, "delivered", 310, 300);
  await deliver(id, "failed", 240, 10);
  await deliver(id, "pending", 15, 5);
  await deliver(other, "failed", 30, 10);
  const failingSince = new Date(service.clock.now().getTime() - 10 * 3_600_000);
  await rows("update webhook_endpoint set failing_since = $2 where id = $1", id, failingSince);

  const found = await ok(admin(partner, "GET", `/webhook-endpoints/${id}/figures`));
  expect(found.deliveries).toEqual({ delivered: 310, failed: 240, pending: 15 });
  const [since] = await rows(
    `select count(*)::int as attempted, (count(*) filter (where state <> 'delivered'))::int as undelivered
     from delivery where endpoint_id = $1 and (finished_at is null or finished_at >= $2)`,
    id,
    failingSince,
  );
  expect(since!.undelivered).toBeGreaterThan(200);
  expect(found.failing).toMatchObject({
    ...since,
    since: failingSince.toISOString(),
    lastAttempt: { status: 400, response: "bad signature" },
  });
  const hours = found.hours as Json[];
  expect(hours).toHaveLength(24);
  const attempts = await rows(
    "select a.at, a.status from delivery_attempt a join delivery d on d.id = a.delivery_id where d.endpoint_id = $1",
    id,
  );
  for (const { from, accepted, failed } of hours) {
    const inHour = attempts.filter(
      ({ at }) => Math.floor(at.getTime() / 3_600_000) === Date.parse(from) / 3_600_000,
    );
    const good = inHour.filter(({ status }) => status === 204).length;
    expect({ from, accepted, failed }).toEqual({ from, accepted: good, failed: inHour.length - good });
  }
  const days = found.days as Json[];
  expect(days).toHaveLength(14);
  const ended = await rows(
    `select to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD') as day, state, count(*)::int as count
     from delivery where endpoint_id = $1 and state <> 'pending' group by 1, 2`,
    id,
  );
  const numberOf = (date: string, result: string) =>
    ended.find(({ day, state }) => day === date && state === result)?.count ?? 0;
  for (const { day, delivered, failed } of days)
    expect([day, delivered, failed]).toEqual([day, numberOf(day, "delivered"), numberOf(day, "failed")]);
  expect(days.reduce((sum, { delivered, failed }) => sum + delivered + failed, 0)).toBe(550);
  expect(hours.reduce((sum, { accepted, failed }) => sum + accepted + failed, 0)).toBeGreaterThan(500);
});

it("an endpoint that takes what it is sent is not failing, and another organisation's is not found", async () => {
  const id = await endpoint();
  const empty = await ok(admin(partner, "GET", `/webhook-endpoints/${id}/figures`));
  expect(empty).toMatchObject({ deliveries: { delivered: 0, failed: 0, pending: 0 }, failing: null });
  await deliver(id, "delivered", 3, 1);
  expect(await ok(admin(partner, "GET", `/webhook-endpoints/${id}/figures`))).toMatchObject({
    deliveries: { delivered: 3 },
    failing: null,
  });
  const { days } = await ok(
    admin(partner, "GET", `/webhook-endpoints/${id}/figures?timeZone=Pacific/Kiritimati`),
  );
  expect(days.map(({ delivered }: Json) => delivered).reduce((a: number, b: number) => a + b)).toBe(3);
  expect((await admin(partner, "GET", `/webhook-endpoints/${id}/figures?timeZone=Nowhere`)).status).toBe(400);
  const stranger = await Partner.add(service);
  expect((await admin(stranger, "GET", `/webhook-endpoints/${id}/figures`)).status).toBe(404);
});
