import { beforeAll, describe, expect, it } from "vitest";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { problemsOf } from "../../adapters/http/openapi/openapi.ts";
import type { Operator } from "../../adapters/http/callers/caller.ts";
import type { Route } from "../../adapters/http/kernel/route.ts";
import { MEMBER_ROLES, OPERATOR_ROLES } from "../../src/people/role.ts";
import type { Permission } from "../../src/operations/permission.ts";
import { addWorld, nameOf, pathOf } from "../api/support/world.ts";
import { Partner } from "../support/builders/partner.ts";
import { addPerson, ConsoleBrowser } from "../support/people/console-browser.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

/** Decided permissions: operators, members, and c for a required confirmation. */
const TABLE: Readonly<Record<Permission, string>> = {
  "organisations:read": "OASU omdfv",
  "organisations:create": "OA c",
  "organisations:write": "OA c",
  "settings:write": "OA om",
  "search:read": "OASU omdfv",
  "keys:read": "OASU od",
  "keys:issue": "OA c",
  "keys:hold": "od c",
  "keys:revoke": "OA od c",
  "rails:read": "OASU omdf",
  "rails:write": "OA c",
  "questions:read": "OASU omdfv",
  "questions:write": "OA om",
  "webhooks:read": "OASU omd",
  "webhooks:write": "OA od",
  "webhooks:secret": "OA od c",
  "webhooks:send": "OAS od",
  "draws:continue": "OAS",
  "competitions:read": "OASU omdfv",
  "competitions:write": "OA om",
  "competitions:cancel": "OA om c",
  "competitions:resume": "OA c",
  "competitions:archive": "OA om",
  "winners:read": "OASU omdfv",
  "winners:publish": "OA om",
  "orders:read": "OASU omdfv",
  "orders:refund": "OAS of c",
  "notes:write": "OAS omf",
  "accounts:read": "OASU omdfv",
  "credit:grant": "OA c",
  "affiliates:read": "OASU omf",
  "affiliates:write": "OA om",
  "draw_account:read": "OASU odf",
  "health:read": "OASU",
  "audit:read": "OAU o",
  "audit:read_all": "OU",
  "exports:read": "OAU of",
  "finance:read": "OAU omf",
  "team:read": "OAU omdfv",
  "team:write": "OA o c",
  "operators:read": "OAU",
  "operators:write": "O c",
};
const LETTERS = { owner: "O", account_manager: "A", support: "S", auditor: "U" } as const;
const NOWHERE = { slug: "own", kind: "fields", id: "900000000000", code: "nobody" };

const browsers = new Map<string, ConsoleBrowser>();
let routes: Route<Operator>[];

const service = opened(() => TestService.open());
beforeAll(async () => {
  const { partner: own } = await addWorld(service, "own");
  await Partner.add(service, { slug: "other" });
  const enter = async (name: string, wanted: Parameters<typeof addPerson>[1]) =>
    browsers.set(name, await ConsoleBrowser.of(service, await addPerson(service, wanted)));
  for (const operatorRole of OPERATOR_ROLES) await enter(LETTERS[operatorRole], { operatorRole });
  for (const role of MEMBER_ROLES)
    await enter(role[0]!, { memberOf: [{ organisationId: own.organisation.id, role }] });
  routes = operatorRoutes(service.wiring).filter(({ permission }) => permission !== null);
});

const call = (who: string, route: Route<Operator>, slug = "own") =>
  // A body that fits nothing: a permitted request is refused for it, and nothing changes.
  browsers.get(who)!.call(route.method, pathOf(route, { ...NOWHERE, slug }), {
    ...(route.method !== "GET" && { body: { "not a member": 1 } }),
  });
const confirmed = (is: boolean) =>
  service.database.pool.query("update login set confirmed_at = case when $1 then now() end", [is]);

/** Returns, in one word, the outcome that the table gives a role's request. */
function expected(who: string, route: Route<Operator>, isConfirmed: boolean): string {
  const allowed = TABLE[route.permission!];
  const [letters, needs] = [allowed.replace(/ c$/, ""), allowed.endsWith(" c")];
  const isOrganisations = route.path.startsWith("/organisations/{slug}");
  if (!letters.includes(who) || (!isOrganisations && who === who.toLowerCase())) return "insufficient_role";
  return needs && !isConfirmed ? "confirmation_required" : "past the door";
}
function got({ status, json }: Answer): string {
  return status === 403 ? json.error : status === 401 ? "401" : "past the door";
}

describe("each role, on each route of the operator interface", () => {
  it.each([false, true])("gets past the door where the table says so, confirmed: %s", async (isConfirmed) => {
    await confirmed(isConfirmed);
    const wrong: string[] = [];
    for (const [who] of browsers)
      await Promise.all(
        routes.map(async (route) => {
          const [want, have] = [expected(who, route, isConfirmed), got(await call(who, route))];
          if (want !== have) wrong.push(`${who} ${nameOf(route)}: ${have}, not ${want}`);
        }),
      );
    expect(wrong).toEqual([]);
  });

  it("shows buyers' emails, to developers and viewers in part", async () => {
    for (const [who, browser] of browsers) {
      const texts = await Promise.all(
        ["accounts", "orders", "winners"].map(
          async (list) => (await browser.get(`/organisations/own/${list}`)).text,
        ),
      );
      for (const text of texts) expect(text.includes("buyer@own.example"), who).toBe(!"dv".includes(who));
      if ("dv".includes(who)) for (const text of texts) expect(text, who).toContain("b***@o***.example");
    }
  });

  it("of a manager changes shop settings without a confirmation, and nothing that concerns money", async () => {
    await confirmed(false);
    const save = (who: string, body: object) =>
      browsers.get(who)!.call("PATCH", "/organisations/own/settings", { body });
    const saved = await save("m", { holdMinutes: 45, returnHosts: ["Shop.Example"] });
    expect([saved.status, saved.json.data.holdMinutes, saved.json.data.returnHosts]).toEqual([
      200,
      45,
      ["shop.example"],
    ]);
    const money = [{ name: "Other" }, { fiatCurrency: "EUR" }, { rates: {} }, { treasuryAddress: null }];
    for (const each of [...money, { fiatEnabled: true }, { cryptoEnabled: true }, { acceptedTokens: [] }])
      expect((await save("m", each)).json.issues).toMatchObject([{ path: Object.keys(each)[0] }]);
    const [entry] = (await browsers.get("o")!.get("/organisations/own/audit?limit=1")).json.data;
    expect(entry).toMatchObject({
      action: "organisation.changed",
      facts: { holdMinutes: 45, returnHosts: ["shop.example"] },
    });
    expect(entry.actor).toMatch(/^person:/);
  });

  it("refuses whatever another site's page sends, and its document says so", async () => {
    const refused = { Origin: "https://evil.example" };
    const changing = operatorRoutes(service.wiring).filter(({ method }) => method !== "GET");
    const said = new Set(
      changing.filter((route) => problemsOf(route).some(({ code }) => code === "cross_site_request")),
    );
    expect(changing.filter((route) => !said.has(route)).map(nameOf)).toEqual([]);
    const answers = await Promise.all(
      changing.map(({ method, ...route }) =>
        browsers
          .get("O")!
          .call(method, pathOf({ ...route, method }, { ...NOWHERE, slug: "own" }), { headers: refused }),
      ),
    );
    expect(new Set(answers.map(({ json }) => json.error))).toEqual(new Set(["cross_site_request"]));
  });

  it("of a member is 404 in another organisation, byte for byte like one that does not exist", async () => {
    await confirmed(true);
    const wrong: string[] = [];
    const ofOrganisations = routes.filter(({ path }) => path.includes("{slug}"));
    for (const who of MEMBER_ROLES.map((role) => role[0]!))
      await Promise.all(
        ofOrganisations.map(async (route) => {
          const [other, none] = [await call(who, route, "other"), await call(who, route, "nobody")];
          if (other.status !== 404 || other.text !== none.text)
            wrong.push(`${who} ${nameOf(route)}: ${other.text}`);
        }),
      );
    expect(wrong).toEqual([]);
  });
});
