-- A list of one organisation reads its own rows, however many the others have.
-- All numbers are positive, so the index holds all orders, but only a statement that says `number > 0` can be planned with
-- it. Others look an order up by organisation and id, as each foreign key does: with a plan that was made for an empty
-- table, and it is kept, they would read all orders of the organisation.
create unique index ticket_order_by_number on ticket_order (organisation_id, number) where number > 0;
-- The identity makes numbers unique among all.
drop index ticket_order_number;
create index winner_by_organisation on winner (organisation_id, id);
