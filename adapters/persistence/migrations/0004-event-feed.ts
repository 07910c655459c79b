import { Migration } from "../schema/migration.ts";

/**
 * Organisations read their events in the order in which transactions of the relay were committed. An entry names its
 * transaction, since entries of several are committed at the same time, and is emptied with its event. Events of before
 * are in no feed.
 */
export default class EventFeed extends Migration {
  override readonly sql = `
    create sequence event_feed_position;
    create table event_feed (
      organisation_id bigint not null,
      tx xid8 not null default pg_current_xact_id(),
      -- The order within the transaction.
      position bigint not null,
      slot smallint not null,
      event_id text collate "C" not null,
      type event_type not null,
      relayed_at timestamptz not null,
      primary key (organisation_id, tx, position, slot)
    ) partition by list (slot);
    do $$
    begin
      for slot in 0..7 loop
        execute format('create table event_feed_slot_%s partition of event_feed for values in (%s)', slot, slot);
      end loop;
    end $$;
    -- How often each feed has lost entries, and the last of them: a reader who had not come that far has missed events.
    create table event_feed_emptied (
      organisation_id bigint primary key references organisation (id),
      emptyings integer not null,
      tx xid8 not null,
      position bigint not null
    );
  `;
}
