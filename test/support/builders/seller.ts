import { Orders } from "../../../ports/checkout/orders.ts";
import { NewIds } from "../../../ports/ids.ts";
import { RailAccounts } from "../../../ports/organisations/rail-accounts.ts";
import {
  placementsOf,
  type ServiceWorld,
  settlementsOf,
} from "../../../tools/bench/servers/service-database.ts";
import type { TestService } from "../service/service.ts";
import type { Partner } from "./partner.ts";

/** Returns a function that sells as the business does, many orders of a new competition in two calls. */
export async function seller(
  { wiring }: TestService,
  partner: Partner,
): Promise<(orders: number) => Promise<void>> {
  const organisationId = partner.organisation.id;
  const [rail] = await wiring.get(RailAccounts).list(organisationId, { limit: 1, after: null });
  const { id } = await partner.lot({ maxTickets: 100_000 });
  const { key, keyId } = partner;
  const [orders, ids] = [wiring.get(Orders), wiring.get(NewIds)];
  const unnamed = { email: null, wallet: null };
  const { terms, lotVersion } = (await orders.checkoutContext(organisationId, id, unnamed, null))!;
  const railAccountId = rail!.id;
  const world: ServiceWorld = {
    key,
    keyId,
    organisationId,
    railAccountId,
    terms,
    lotVersion,
    hot: [id],
    many: [],
  };
  return async (count) => {
    const placements = placementsOf(ids, world, id, count);
    await orders.place(placements);
    await orders.settle(settlementsOf(ids, placements));
  };
}
