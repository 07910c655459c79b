import { Migration } from "../schema/migration.ts";

/**
 * Drops what no version writes or reads any more: that a frame had opened checkout. Two functions still name the table, and
 * processes of the previous version call them until their next texts are applied: meanwhile they find nothing to delete.
 */
export default class NoVisits extends Migration {
  override readonly sql = `
    -- A call that is under way has the former text.
    select pg_advisory_xact_lock(hashtext('partner-raffle-api pruning'));
    create or replace function prune(at timestamptz, batch integer) returns integer language sql as 'select 0';
    create or replace function unpruned(at timestamptz) returns table (kind text, since timestamptz)
      language sql stable as 'select null::text, null::timestamptz where false';
    drop table "visit";
  `;
}
