import { Migration } from "../schema/migration.ts";

/**
 * Orders name their entry pass: an order that ends unpaid gives it back by its key. Before, each such order read the passes
 * of all buyers.
 */
export default class OrderPass extends Migration {
  override readonly sql = `
    alter table ticket_order add column pass_hash bytea;
    update ticket_order o set pass_hash = p.hash from pending_order w
      join entry_pass p on p.organisation_id = w.organisation_id and p.order_id = w.order_id
      where o.id = w.order_id and o.organisation_id = w.organisation_id;
  `;
}
