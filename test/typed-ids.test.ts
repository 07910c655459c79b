import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { ofItem } from "../adapters/http/operator/request.ts";
import type { Orders } from "../ports/checkout/orders.ts";
import type { Lots } from "../ports/lots/lots.ts";
import type { Caller } from "../ports/organisations/access-control.ts";
import type { WebhookEndpoints } from "../ports/webhooks/webhook-endpoints.ts";
import type { Order } from "../src/checkout/order.ts";
import type { LotCatalogue } from "../src/lots/lot-catalogue.ts";
import type {
  AccountId,
  DrawId,
  EndpointId,
  EventId,
  LotId,
  OrderId,
  OrganisationId,
  RailAccountId,
} from "../src/shared/ids.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Members, parameters and columns named for an id whose type is a bare number. Chains, processes and keys are foreign. */
const BARE =
  /\b(?!(?:chain|p|#?sealing)Id\b)\w+Id\??: (?:readonly )?number\b|\b(?:id|(?!chainId\b)\w+Id): int8\(/g;

function bareIds(text: string): string[] {
  return text.match(BARE) ?? [];
}

// Types are compared by the compiler: what does not hold fails `tsc --noEmit`.
describe("an id", () => {
  it("is not one of another kind", () => {
    expectTypeOf<LotId>().not.toExtend<OrganisationId>();
    expectTypeOf<OrganisationId>().not.toExtend<LotId>();
    expectTypeOf<AccountId>().not.toExtend<RailAccountId>();
    expectTypeOf<OrderId>().not.toExtend<EventId>();
    expectTypeOf<EventId>().not.toExtend<DrawId>();
  });

  it("takes a number or text as rows and requests have it", () => {
    expectTypeOf<number>().toExtend<LotId>();
    expectTypeOf<string>().toExtend<OrderId>();
    expectTypeOf<string>().not.toExtend<LotId>();
  });

  it("cannot take another's place in a call", () => {
    expectTypeOf<[OrganisationId, LotId]>().toExtend<Parameters<Lots["byId"]>>();
    expectTypeOf<[LotId, OrganisationId]>().not.toExtend<Parameters<Lots["byId"]>>();
    expectTypeOf<[LotId, OrganisationId]>().not.toExtend<Parameters<LotCatalogue["cancel"]>>();
    expectTypeOf<[LotId, OrderId]>().not.toExtend<Parameters<Orders["byId"]>>();
    expectTypeOf<[OrganisationId, LotId]>().not.toExtend<Parameters<WebhookEndpoints["byId"]>>();
    expectTypeOf<[OrganisationId, EndpointId]>().toExtend<Parameters<WebhookEndpoints["byId"]>>();
  });

  it("keeps its kind from a caller, a path and a record on", () => {
    expectTypeOf<Caller["organisationId"]>().toEqualTypeOf<OrganisationId>();
    expectTypeOf<ReturnType<typeof ofItem<LotId>>["_zod"]["output"]["id"]>().toEqualTypeOf<LotId>();
    expectTypeOf<Order["lotId"]>().toEqualTypeOf<LotId>();
  });
});

it("no id of ports, domain and adapters is a bare number", () => {
  const paths = globSync("{ports,src,adapters}/**/*.ts", { cwd: ROOT, exclude: ["**/*.test.ts"] });
  expect(paths.length).toBeGreaterThan(200);
  const found = paths.flatMap((path) =>
    bareIds(readFileSync(`${ROOT}${path}`, "utf8")).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

it("a bare id would be found", () => {
  expect(bareIds("{ id: int8(), lotId: int8(), chainId: int8(), prizeId: int8<PrizeId>() }")).toEqual([
    "id: int8(",
    "lotId: int8(",
  ]);
  expect(bareIds("byId(organisationId: number, lotId?: number, chainId: number): void")).toEqual([
    "organisationId: number",
    "lotId?: number",
  ]);
});
