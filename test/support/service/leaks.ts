import type { WantedRailAccount } from "../../../src/rail-accounts/rail-administration.ts";
import type { Partner } from "../builders/partner.ts";
import { ADMIN_TOKEN, type TestService } from "./service.ts";

/**
 * Where canaries came out: in logs, events, the operator's answers, refusals of credentials, or legible in what is
 * stored. What a partner is told of an open session is not looked at: the buyer's browser needs it.
 */
export async function leaksOf(
  service: TestService,
  partner: Partner,
  { kind, provider, currencies, credentials, settings }: WantedRailAccount,
  canaries: readonly string[],
): Promise<readonly string[]> {
  const told: { readonly by: string; readonly text: string }[] = [];
  const base = `/admin/api/v1/organisations/${partner.organisation.slug}`;
  const expectStatus = async (expected: number, method: string, path: string, body?: object) => {
    const { status, headers, text, json } = await service.call(method, base + path, {
      key: ADMIN_TOKEN,
      body,
    });
    told.push({ by: `${method} ${path}`, text: `${JSON.stringify([...headers])} ${text}` });
    if (status !== expected) throw new Error(`${method} ${path} is answered ${status}, not ${expected}`);
    return json.data;
  };

  // Credentials that do not fit, are unknown, or are in the wrong place.
  const put = (given: object) =>
    expectStatus(400, "PUT", `/rails/${kind}`, { provider, currencies, settings, enabled: true, ...given });
  const broken = Object.fromEntries(
    Object.entries(credentials).map(([field, value]) => [field, ` ${value} \n`]),
  );
  await put({ credentials: { ...broken, surplus: Object.values(credentials).join() } });
  const [[name, text] = ["", ""]] = Object.entries(credentials);
  await put({ credentials: { ...credentials, [name]: `${text}0000` } });
  await put({ credentials, settings: { ...settings, ...credentials } });

  const orders: { readonly id: string }[] = await expectStatus(200, "GET", "/orders");
  for (const { id } of orders) {
    await expectStatus(200, "GET", `/orders/${id}`);
    const { json, text } = await partner.get(`/checkout/sessions/${id}`);
    if (json.data.status !== "pending") told.push({ by: `session ${id}`, text });
  }
  for (const path of ["/refunds", "/rails", "/rail-notifications", "/audit", "/accounts"])
    await expectStatus(200, "GET", path);
  told.push({ by: "/metrics", text: (await service.call("GET", "/metrics")).text });
  told.push({ by: "log", text: service.logLines.join("") });
  for (const [by, sql] of [
    ["event", "select payload::text as text from event"],
    ["delivery", "select row_to_json(d)::text as text from delivery_attempt d"],
    [
      "rail_notification",
      "select row_to_json(n)::text || encode(message, 'escape') as text from rail_notification n",
    ],
    [
      "rail_account",
      "select row_to_json(r)::text || encode(credentials, 'escape') as text from rail_account r",
    ],
    ["payment", "select row_to_json(p)::text as text from payment p"],
    ["refund", "select row_to_json(r)::text as text from refund r"],
    ["dispute", "select row_to_json(d)::text as text from dispute d"],
  ] as const)
    for (const { text } of await service.sql<{ text: string | null }>(sql))
      told.push({ by, text: text ?? "" });

  if (orders.length === 0) throw new Error("nothing was sold that could tell of anything");
  return told.flatMap(({ by, text }) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${canary} in ${by}`),
  );
}
