import { afterAll, expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { ask, brokenRules } from "../../support/builders/books.ts";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import { createDatabase } from "../../support/database/database.ts";
import { addPerson, ConsoleBrowser, mailsTo, tokenOf } from "../../support/people/console-browser.ts";
import { killProcesses, ServiceProcess } from "../../support/service/service-process.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../../support/service/service.ts";
import { endLeases, expectKilled } from "./deaths.ts";
import { opened } from "../../support/opened.ts";

const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));

afterAll(killProcesses);

/** Creates an owner with a key to claim and an order to refund, and an invitation. */
async function world(slug: string) {
  const partner = await Partner.add(setUp, { slug });
  const organisationId = partner.organisation.id;
  const token = async (path: string, body: object) =>
    (await setUp.call("POST", `/admin/api/v1/organisations/${slug}${path}`, { key: ADMIN_TOKEN, body })).json
      .data;
  const owner = await addPerson(setUp, { memberOf: [{ organisationId, role: "owner" }] });
  const elsewhere = await Partner.add(setUp);
  const invited = await addPerson(setUp, {
    memberOf: [{ organisationId: elsewhere.organisation.id, role: "viewer" }],
  });
  await token("/invitations", { email: invited.email, role: "finance" });
  const [mail] = await mailsTo(setUp, invited.email);
  const invitation = tokenOf((mail as { url: string }).url);
  const key = await token("/api-keys", { name: "theirs", scopes: ["competitions:read"], handOver: true });
  const order = (await partner.checkout((await partner.lot()).id)).json.data.id;
  await partner.provider(order, { outcome: "paid" });
  const browsers = [await ConsoleBrowser.of(setUp, owner), await ConsoleBrowser.of(setUp, invited)] as const;
  await setUp.sql("update login set confirmed_at = now()");

  /** The very same three requests each time. */
  const acts = (at: { readonly baseUrl: string }): Promise<Answer>[] => {
    const [byOwner, byInvited] = browsers.map(({ cookies }) => {
      const browser = new ConsoleBrowser(at);
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      return browser;
    });
    const headers = { "Idempotency-Key": `of-${slug}` };
    const once = (path: string, body?: object) =>
      byOwner!.call("POST", `/organisations/${slug}${path}`, { headers, body });
    return [
      byInvited!.post("/invitations/accept", { token: invitation }),
      once(`/api-keys/${key.id}/claim`),
      once(`/orders/${order}/refund`, { reason: "asked for it" }),
    ];
  };
  const books = async () =>
    (
      await ask(
        database.url,
        `select (select count(*)::int from membership m where m.organisation_id = g.id) as members,
            (select count(*)::int from invitation i where i.organisation_id = g.id and i.accepted_at is not null) as accepted,
            (select count(*)::int from api_key k where k.organisation_id = g.id and k.claimed_at is not null) as claimed,
            (select count(*)::int from refund f where f.organisation_id = g.id) as refunds,
            (select count(*)::int from audit a where a.organisation_id = g.id
              and a.action in ('person.joined', 'api_key.claimed', 'order.refunded')) as entries,
            (select count(*)::int from notice n where n.organisation_id = g.id and n.facts->>'step' = 'claimed') as notices
          from organisation g where g.id = $1`,
        [organisationId],
      )
    )[0];
  return { acts, books };
}

const NOTHING = { members: 1, accepted: 0, claimed: 0, refunds: 0, entries: 0, notices: 0 };
const ONCE = { members: 2, accepted: 1, claimed: 1, refunds: 1, entries: 3, notices: 1 };

it.each([
  ["before it is committed", "invitations.accept:after,apiKeys.claim:after,refunds.refundOrder:after"],
  ["after all but its end", "inviting.accept:after,keys.claim:after,giving.refundOrder:after"],
])(
  "kill -9 while an invitation is accepted, a key claimed and an order given back, %s: each happens once, whoever repeats it",
  async (when, at) => {
    const { acts, books } = await world(when.split(" ")[0]!);
    const environment = { ROLE: "api", DIE_AT: at, DEATHS: "3" };
    const service = await ServiceProcess.start(database.url, { program: "killed-service", environment });
    const died = acts({ baseUrl: service.origin }).map((act) => act.catch((error: unknown) => error));
    await expectKilled(service);
    await Promise.all(died);
    await endLeases(database.url);
    const accepted = when.startsWith("after");
    const left = await books();
    // What has an Idempotency-Key is committed with its answer, or not at all.
    expect(left).toEqual(accepted ? { ...NOTHING, members: 2, accepted: 1, entries: 1 } : NOTHING);

    const again = await Promise.all(acts(setUp));
    expect(again.map(({ status }) => status)).toEqual([accepted ? 410 : 200, 200, 200]);
    expect(again[1]!.json.data.key).toMatch(/^sk_/);
    expect(await books()).toEqual(ONCE);
    const third = await Promise.all(acts(setUp));
    expect(third.map(({ status }) => status)).toEqual([410, 200, 200]);
    expect(third[1]!.text).toBe(again[1]!.text);
    expect(await books()).toEqual(ONCE);
  },
);

it("and the books are right", async () => {
  while ((await setUp.wiring.get(RefundRunner).refundOnce()) > 0);
  expect(await brokenRules(database.url, { givenBack: true })).toEqual([]);
});
