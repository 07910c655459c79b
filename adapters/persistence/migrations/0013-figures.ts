import { Migration } from "../schema/migration.ts";

/**
 * Keeps an organisation's figures as sums of quarters of an hour and of days in UTC, and the time zone that its days
 * are in. A sale writes none of it: a job adds what is new. A refund that succeeds, or has succeeded and fails, is
 * noted for it, since its time is not known before.
 */
export default class Figures extends Migration {
  override readonly sql = `
    create table figure_sum (
      organisation_id bigint not null,
      is_day boolean not null,
      part text not null check (part in ('all', 'competition', 'rail', 'affiliate')),
      -- 0: of no rail, or of no affiliate.
      part_id bigint not null,
      at timestamptz not null,
      currency text not null,
      orders bigint not null,
      tickets bigint not null,
      gross bigint not null,
      refunds bigint not null,
      refunded bigint not null,
      sessions bigint not null,
      converted bigint not null,
      other_taken bigint not null,
      other_refunded bigint not null,
      primary key (organisation_id, is_day, part, part_id, at, currency)
    );
    create index figure_sum_by_time on figure_sum (organisation_id, is_day, part, at);
    create table figure_lot (
      organisation_id bigint not null,
      lot_id bigint not null,
      tickets integer not null default 0,
      orders bigint not null default 0,
      is_behind boolean not null default true,
      primary key (organisation_id, lot_id)
    );
    create table figure_organisation (
      organisation_id bigint primary key references organisation (id)
    );
    create table figure_refund (
      id bigint generated always as identity,
      organisation_id bigint not null,
      refund_id bigint not null,
      is_failure boolean not null,
      at timestamptz not null,
      primary key (organisation_id, id)
    );
    create function note_refund() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      if tg_op = 'UPDATE' and old.state = 'succeeded' then
        insert into figure_refund (organisation_id, refund_id, is_failure, at)
          values (old.organisation_id, old.id, true, coalesce(old.succeeded_at, old.updated_at));
      else
        insert into figure_refund (organisation_id, refund_id, is_failure, at)
          values (new.organisation_id, new.id, false, coalesce(new.succeeded_at, new.updated_at));
      end if;
      return null;
    end $$;
    create trigger refund_added_succeeded after insert on refund
      for each row when (new.state = 'succeeded') execute function note_refund();
    create trigger refund_counted after update on refund
      for each row when ((old.state = 'succeeded') <> (new.state = 'succeeded')) execute function note_refund();
    alter table organisation add column time_zone text not null default 'UTC';
  `;
}
