import { Migration } from "../schema/migration.ts";

/** Adds the mode of organisations: those of before take money. */
export default class TestOrganisations extends Migration {
  override readonly sql = `
    alter table "organisation" add "mode" text not null default 'live';
    alter table "organisation" add constraint "organisation_mode_check" check (mode in ('live', 'test')) not valid;
  `;
}
