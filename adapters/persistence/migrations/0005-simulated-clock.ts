import { Migration } from "../schema/migration.ts";

/**
 * Adds the lead of the business clock, which test systems move. Its row is there from the start, so that moving the
 * clock and enabling a real provider's account lock the same row. Extra blocks keep the lead that they were mined with:
 * blocks after them have later times.
 */
export default class SimulatedClock extends Migration {
  override readonly sql = `
    create table "simulated_clock" (
      "id" boolean not null default true, "ahead_ms" bigint not null default 0, primary key ("id"),
      constraint "simulated_clock_ahead_ms_check" check (ahead_ms >= 0), constraint "simulated_clock_id_check" check (id)
    );
    insert into "simulated_clock" default values;
    alter table "simulated_mining" add "ahead_ms" bigint not null default 0;
  `;
}
