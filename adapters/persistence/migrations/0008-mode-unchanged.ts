import { Migration } from "../schema/migration.ts";

/** Keeps the mode of an organisation from its creation for ever, in any transaction. */
export default class ModeUnchanged extends Migration {
  override readonly sql = `
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'refuse_change() has no text yet';
    end $$;
    create trigger organisation_mode_unchanged before update of mode on organisation
      for each row when (old.mode <> new.mode) execute function refuse_change('mode');
  `;
}
