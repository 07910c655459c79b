import { randomBytes } from "node:crypto";
import type { TestService } from "../service/service.ts";

/** Credits an organisation's draws as a deposit would; returns the hash of the transaction that was made up for it. */
export async function creditDraws(
  service: TestService,
  organisationId: number,
  amountCents: number,
): Promise<string> {
  const txHash = `0x${randomBytes(32).toString("hex")}`;
  await service.sql(
    `with paid as (
       insert into deposit (organisation_id, chain_id, tx_hash, block_number, token, units, amount_cents, credited_at)
       select $1, 31337, $3, 1, '0x' || repeat('0', 40), $2::bigint, $2, $4 where $2 > 0
     ), entry as (
       insert into draw_ledger_entry (organisation_id, kind, amount_cents, tx_hash, created_at)
       select $1, 'deposit', $2::bigint, $3, $4 where $2 > 0
     )
     insert into draw_account as a (organisation_id, balance_cents) values ($1, $2)
     on conflict (organisation_id) do update set balance_cents = a.balance_cents + excluded.balance_cents`,
    organisationId,
    amountCents,
    txHash,
    service.clock.now(),
  );
  return txHash;
}
