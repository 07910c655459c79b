-- Who brings buyers, and what they earn by it.
create table affiliate (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  -- Lower case: codes compare without case.
  code text not null check (code ~ '^[a-z0-9_-]{1,40}$'),
  name text not null,
  commission_bps integer not null check (commission_bps between 0 and 10000),
  created_at timestamptz not null,
  unique (organisation_id, id),
  unique (organisation_id, code)
);

alter table ticket_order
  add column affiliate_id bigint,
  add column commission_cents bigint not null default 0 check (commission_cents >= 0),
  add foreign key (organisation_id, affiliate_id) references affiliate (organisation_id, id),
  add check (commission_cents = 0 or affiliate_id is not null);

-- Every change of what an affiliate has earned. Corrected by another entry, never edited.
create table commission_entry (
  id bigint generated always as identity primary key,
  organisation_id bigint not null,
  affiliate_id bigint not null,
  kind text not null check (kind in ('accrual', 'reversal')),
  amount_cents bigint not null check ((kind = 'accrual') = (amount_cents > 0) and amount_cents <> 0),
  order_id text not null,
  at timestamptz not null,
  foreign key (organisation_id, affiliate_id) references affiliate (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
create unique index commission_entry_once on commission_entry (order_id, kind);
create index commission_entry_by_affiliate on commission_entry (organisation_id, affiliate_id, id);

-- Takes back what an order's sale has earned. Repeating is safe.
create function reverse_commission(given_back text, at timestamptz) returns void language plpgsql as $$
begin
  insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
    select c.organisation_id, c.affiliate_id, 'reversal', -c.amount_cents, c.order_id, reverse_commission.at
    from commission_entry c where c.order_id = given_back and c.kind = 'accrual'
    on conflict (order_id, kind) do nothing;
end $$;
