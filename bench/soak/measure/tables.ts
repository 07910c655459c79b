/**
 * How the rows of a table become more and fewer:
 * - `for ever`: they are kept, so there are as many for each session as ever
 * - days: they are kept so long, so there are as many for each session of that time
 * - `waits`: they go when their work is done
 * - `fixed`: nobody adds any while partners only sell
 */
export type Growth = "for ever" | "waits" | "fixed" | { readonly days: number };

/** A slot of events is emptied when its youngest is old enough, so its oldest is a week older. */
const EVENTS = { days: 37 };

/** Every table of the database. */
export const TABLES: Readonly<Record<string, Growth>> = {
  account: "for ever",
  account_identity: "for ever",
  affiliate: "fixed",
  api_key: "fixed",
  asset: "fixed",
  audit: "for ever",
  book_check: "fixed",
  cell: "fixed",
  commission_entry: "for ever",
  credit_entry: "for ever",
  delivery: EVENTS,
  delivery_attempt: EVENTS,
  delivery_queue: "waits",
  deposit: "fixed",
  deposit_address: "fixed",
  deposit_watch: "fixed",
  dispute: "for ever",
  draw_account: "fixed",
  draw_ledger_entry: "for ever",
  encryption_key_canary: "fixed",
  entry_pass: { days: 2 },
  entry_question: "fixed",
  event: EVENTS,
  event_unrelayed: "waits",
  failure_budget: "fixed",
  fair_draw: "for ever",
  former_proof_key: "fixed",
  guess_budget: "fixed",
  idempotency: { days: 2 },
  lot: "for ever",
  lot_commitment: "for ever",
  lot_commitment_checkpoint: "for ever",
  mail: { days: 7 },
  migration: "fixed",
  named_event: "waits",
  named_event_minute: "fixed",
  organisation: "fixed",
  payment: "for ever",
  pending_order: "waits",
  prize: "fixed",
  rail_account: "fixed",
  rail_account_health: "fixed",
  rail_currency: "fixed",
  rail_event_cursor: "fixed",
  rail_notification: { days: 90 },
  rate_budget: "fixed",
  recovery: "fixed",
  recovery_account: "fixed",
  recovery_sequence: "fixed",
  refund: "for ever",
  sandbox_payment: "for ever",
  sandbox_refund: "for ever",
  simulated_chain: "fixed",
  simulated_mining: "fixed",
  simulated_transaction: "fixed",
  simulated_transfer: "fixed",
  sql_function: "fixed",
  ticket_order: "for ever",
  ticket_range: "for ever",
  unmatched_payment: "for ever",
  used_proof: { days: 1 },
  webhook_endpoint: "fixed",
  winner: "for ever",
  write_check: "fixed",
};
