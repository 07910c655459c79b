import { statement } from "../statements/statement.ts";
import { ITS_PENDING } from "./order-row.ts";

// The rights to the confirm steps of orders.

export const BEGIN_CONFIRM = statement(
  "begin-confirm",
  `
    with t as (
      update ticket_order set confirm_started_at = $4, confirm_awaits = null, checks = greatest(checks, 1)
      where organisation_id = $1 and id = $2 and status = 'pending'
        and case
          when $6::timestamptz is not null then $3 = 'fields' and confirm_awaits is null and confirm_started_at = $6
          when $3 in ('fields', 'returned') then confirm_started_at is null
          else confirm_awaits = $3
        end
        and not exists (select from lot l where l.organisation_id = $1 and l.id = lot_id and l.status = 'cancelled')
      returning organisation_id, lot_id, number, id
    ), hastened as (
      update pending_order p set check_at = least(p.check_at, $5) from t where ${ITS_PENDING}
    )
    select id from t`,
);

export const AWAIT_CONFIRM_STEP = statement(
  "await-confirm-step",
  `update ticket_order
    set confirm_awaits = $3, instruction = $4, provider_ids = provider_ids || $5::jsonb
    where organisation_id = $1 and id = $2 and status = 'pending'`,
);

export const GIVE_BACK_CONFIRM = statement(
  "give-back-confirm",
  `update ticket_order
    set confirm_started_at = case when $3 in ('fields', 'returned') then null else confirm_started_at end,
      confirm_awaits = case when $3 in ('fields', 'returned') then null else $3 end
    where organisation_id = $1 and id = $2 and status = 'pending' and confirm_started_at = $4`,
);
