import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { CryptoRandom } from "../../../adapters/system/crypto-random.ts";
import { TimeOrderedIds } from "../../../adapters/system/time-ordered-ids.ts";
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
  ["a buyer who pays or comes back", `/rails/fields/${session}/pay`, "b"],
  ["a buyer who pays or comes back", `/rails/redirect/${session}/return`, "b"],
  ["a provider's notification", "/rails/redirect/stripe/acme/notifications", "acme"],
  ["a visitor of public pages and draws", "/embed/acme/competition/7/draw.json", "acme"],
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
