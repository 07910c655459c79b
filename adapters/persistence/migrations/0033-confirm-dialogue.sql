-- Confirming at a rail may take several steps: which one comes once the buyer's browser has done its part.
alter table ticket_order
  add column confirm_awaits text,
  add constraint ticket_order_confirm_awaits check (
    confirm_awaits is null or (confirm_awaits in ('device_data', 'challenge_done') and confirm_started_at is not null)
  );
