import { Migration } from "../schema/migration.ts";

/** Adds the seller details that buyers see. */
export default class SellerDetails extends Migration {
  override readonly sql = `
    alter table "organisation"
      add "terms_url" text,
      add "privacy_url" text,
      add "imprint_url" text,
      add "support_email" text,
      add "minimum_age" int4;
    alter table "organisation" add constraint "organisation_minimum_age_check"
      check (minimum_age >= 1 and minimum_age <= 99);
  `;
}
