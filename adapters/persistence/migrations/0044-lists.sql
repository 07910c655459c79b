-- A list of one organisation reads its own rows, however many the others have.
create unique index ticket_order_by_number on ticket_order (organisation_id, number);
-- The identity makes numbers unique among all.
drop index ticket_order_number;
create index winner_by_organisation on winner (organisation_id, id);
