-- Some providers want an integer for a reference, and name the order by it in their notifications.
create unique index ticket_order_number on ticket_order (number);
