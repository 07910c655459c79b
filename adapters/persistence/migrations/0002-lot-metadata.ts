import { Migration } from "../schema/migration.ts";

/** Partners keep their keys and values at a competition. Orders follow in a separate step: both tables sell. */
export default class LotMetadata extends Migration {
  override readonly sql = `
    alter table lot add column metadata jsonb;
  `;
}
