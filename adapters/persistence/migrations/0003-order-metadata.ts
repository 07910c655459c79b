import { Migration } from "../schema/migration.ts";

/** Partners keep their keys and values at an order. A placement from the previous version has none. */
export default class OrderMetadata extends Migration {
  override readonly sql = `
    alter table ticket_order add column metadata jsonb;
    alter type placement add attribute metadata jsonb;
  `;
}
