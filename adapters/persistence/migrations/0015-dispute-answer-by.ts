import { Migration } from "../schema/migration.ts";

/** Adds the time until which the organisation can answer a dispute at its provider. */
export default class DisputeAnswerBy extends Migration {
  override readonly sql = `alter table "dispute" add column "answer_by" timestamptz null;`;
}
