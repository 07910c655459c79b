import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { checkoutRoutes } from "../../../adapters/http/web/checkout/checkout-api.ts";
import { orderRoutes } from "../../../adapters/http/web/orders/order-api.ts";
import { signInRoutes } from "../../../adapters/http/web/own/sign-in-api.ts";
import { ticketRoutes } from "../../../adapters/http/web/own/tickets-api.ts";
import { CryptoRandom } from "../../../adapters/crypto/crypto-random.ts";
import { TimeOrderedIds } from "../../../adapters/crypto/time-ordered-ids.ts";
import { newSecretKey } from "../../../src/organisations/api-key.ts";

const page = await readFile(new URL("../../../docs/scaling.md", import.meta.url), "utf8");
const patterns = [...page.matchAll(/^\| (.+) \| (.+) \| (?:directory: )?`(\^.+)` \|$/gm)].map(
  ([, what, , pattern]) => ({ what: what!, pattern: new RegExp(pattern!.replaceAll("\\|", "|")) }),
);
const cell = { digit: "b" };
const random = new CryptoRandom();
const session = new TimeOrderedIds({ now: () => new Date() }, random, cell).order();

it.each([
  ["the partner's API key", `Bearer ${newSecretKey(random, cell).key}`, "b"],
  ["the partner's API key", `Bearer ${newSecretKey(random, cell, "test").key}`, "b"],
  ["a buyer who pays or comes back", `/rails/fields/${session}/pay`, "b"],
  ["a buyer who pays or comes back", `/rails/redirect/${session}/return`, "b"],
  ["a provider's notification", "/rails/redirect/stripe/acme/notifications", "acme"],
  ["a visitor of public pages and draws", "/embed/acme/competition/7/draw.json", "acme"],
  ["a visitor of public pages and draws", "/embed/acme", "acme"],
  ["a visitor of public pages and draws", "/embed/acme/live.json", "acme"],
  ["a theme of these pages", "/theme/acme-0123456789abcdef.css", "acme"],
  ["a host of `BASE_DOMAIN`", "acme.raffle.example", "acme"],
  ["the operator", "/admin/api/v1/organisations/acme", "acme"],
  ["the operator", "/admin/api/v1/organisations/acme/rails", "acme"],
])("the scaling page finds the cell of %s: %s", (what, text, found) => {
  const fitting = patterns.filter((each) => each.what === what);
  expect(fitting).toHaveLength(1);
  expect(fitting[0]!.pattern.exec(text)?.[1]).toBe(found);
  const paths = patterns.filter(({ pattern }) => pattern.source.startsWith("^\\/"));
  if (text.startsWith("/")) expect(paths.filter(({ pattern }) => pattern.test(text))).toEqual(fitting);
});

/** Name neither organisation nor session. */
const BY_HOST = ["/visits/:visit"];

it("the scaling page finds the cell of every page that knows its buyer, or says that its host does", () => {
  const routes = new Set<string>();
  const note = (_router: unknown, { path }: { readonly path: string }) => void routes.add(path);
  const own = { own: { get: note, post: note } } as never;
  for (const add of [signInRoutes, checkoutRoutes, orderRoutes, ticketRoutes]) add(own);
  expect(routes.size).toBeGreaterThan(15);
  const found = (route: string) => {
    const path = route.replace(":organisation", "acme").replace(":session", session).replace(":id", "7");
    return patterns.flatMap(({ pattern }) =>
      pattern.source.startsWith("^\\/") ? (pattern.exec(path)?.slice(1, 2) ?? []) : [],
    );
  };
  const lost = [...routes].filter(
    (route) => found(route).join() !== (route.includes(":organisation") ? "acme" : "b"),
  );
  expect(lost).toEqual(BY_HOST);
  for (const route of BY_HOST) expect(page).toContain(`\`${route.replace(/:.*/, "…")}\``);
});
