import { Migration } from "../schema/migration.ts";

/** Reads the organisations of before once, while they sell. */
export default class TestOrganisationsValidate extends Migration {
  override readonly sql = `
    alter table "organisation" validate constraint organisation_mode_check;
  `;
}
