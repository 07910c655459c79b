import { Migration } from "../schema/migration.ts";

/**
 * Adds colleagues' notes about buyers and their orders. Each belongs to the buyer's account, so that it can be deleted
 * with the buyer's personal data. It refers to no order: a foreign key would lock the orders while it is added.
 */
export default class BuyerNotes extends Migration {
  override readonly sql = `
    create table "buyer_note" (
      "id" bigint generated always as identity not null, "organisation_id" bigint not null,
      "account_id" bigint not null, "order_id" text null, "text" text not null, "author_kind" text not null,
      "author_id" text not null, "author_name" text null, "created_at" timestamptz not null,
      constraint "buyer_note_pkey" primary key ("id", "organisation_id"),
      constraint "buyer_note_of_account" unique ("organisation_id", "account_id", "id"),
      constraint "buyer_note_organisation_id_account_id_fkey" foreign key ("organisation_id", "account_id")
        references "account" ("organisation_id", "id"),
      constraint "buyer_note_text_check" check (length(text) >= 1 and length(text) <= 2000)
    );
  `;
}
