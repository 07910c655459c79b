import { randomBytes, randomUUID } from "node:crypto";
import { SimulatedChain } from "../../adapters/chain/simulated-chain.ts";
import { Chain, type Hex } from "../../ports/chain.ts";
import { DepositBook } from "../../ports/fair-draws/deposit-book.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { ExtendedKeyAddresses, PUBLISHED_KEY } from "../../adapters/chain/extended-key-addresses.ts";
import type { Parts } from "../../ports/token.ts";
import { Deposits } from "../../src/deposits/deposits.ts";
import type { ProofUse } from "../../src/fair-draws/possession.ts";
import { Partner } from "../support/builders/partner.ts";
import { type Json, type ServiceOptions, TestService } from "../support/service/service.ts";

export const TOKEN: Hex = "0x7000000000000000000000000000000000000001";
export const OTHER_TOKEN: Hex = "0x7000000000000000000000000000000000000002";
/** A cent in units of the token, which has 6 decimals. */
export const CENT = 10_000n;
export const CONFIRMATIONS = 12;

/** An organisation that pays in. */
export interface Payer {
  readonly id: number;
  readonly keyId: number;
  readonly proofKey: Uint8Array;
  readonly address: Hex;
}

export type Payment = readonly [to: Payer | Hex, units: bigint, token?: Hex];

/** A service whose watcher a test moves step by step, on the simulated chain. */
export class DepositRig {
  readonly service: TestService;
  readonly deposits: Deposits;

  constructor(service: TestService) {
    this.service = service;
    this.deposits = service.wiring.get(Deposits);
  }

  static async open(options: ServiceOptions = {}): Promise<DepositRig> {
    return new DepositRig(await TestService.open(options));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  get chain(): SimulatedChain {
    return this.service.wiring.get(SimulatedChain);
  }

  /** Returns a process on the same database with other parts: another worker, or another configuration. */
  with(parts: Partial<Parts<typeof Deposits.needs>>): Deposits {
    const { wiring } = this.service;
    return new Deposits({
      book: wiring.get(DepositBook),
      chain: wiring.get(Chain),
      clock: wiring.get(Clock),
      log: wiring.get(Log),
      settings: {
        addresses: new ExtendedKeyAddresses(PUBLISHED_KEY),
        token: { address: TOKEN, symbol: "USDC", decimals: 6 },
      },
      ...parts,
    });
  }

  async payer(deposits = this.deposits): Promise<Payer> {
    const { organisation, keyId } = await Partner.add(this.service);
    const proofKey = randomBytes(32);
    await this.rows("update api_key set proof_key = $2, proof_key_at = now() where id = $1", keyId, proofKey);
    const { depositAddress } = (await deposits.target(organisation.id))!;
    return { id: organisation.id, keyId, proofKey, address: depositAddress as Hex };
  }

  /** Pays each of these in one transaction. */
  pay(...payments: Payment[]): Promise<Hex> {
    return this.chain.send(
      payments.map(([to, units, token = TOKEN]) => ({
        token,
        to: typeof to === "string" ? to : to.address,
        units,
      })),
    );
  }

  /** Makes payments final. */
  async settle(): Promise<void> {
    await this.chain.mine(CONFIRMATIONS);
  }

  report(payer: Payer, txHash: string, deposits = this.deposits) {
    return deposits.report(payer.id, txHash, proofOf(payer));
  }

  /** Watches until no block is left to read. */
  async watch(deposits = this.deposits): Promise<void> {
    while ((await deposits.watchOnce()) > 0);
  }

  async balance({ id }: Payer): Promise<number> {
    const [row] = await this.rows("select balance_cents from draw_account where organisation_id = $1", id);
    return Number(row?.balance_cents ?? 0);
  }

  /** Returns the ledger, oldest first. */
  async ledger({ id }: Payer): Promise<(readonly [amountCents: number, txHash: Hex])[]> {
    const rows = await this.rows(
      "select amount_cents, tx_hash from draw_ledger_entry where organisation_id = $1 order by id",
      id,
    );
    return rows.map((row) => [Number(row.amount_cents), row.tx_hash]);
  }

  /** Returns the log lines of a level or a message. */
  logged(text: string): Json[] {
    return this.service.logLines.filter((line) => line.includes(text)).map((line) => JSON.parse(line));
  }

  async rows(text: string, ...values: unknown[]): Promise<Json[]> {
    return await this.service.sql(text, ...values);
  }
}

/** Returns a new proof by the payer's key, for a separate request. */
export function proofOf(payer: Payer, changes: Partial<ProofUse> = {}): ProofUse {
  return {
    apiKeyId: payer.keyId,
    proofKey: payer.proofKey,
    jti: randomBytes(16).toString("hex"),
    usedBy: randomUUID(),
    expiresAt: new Date(Date.now() + 60_000),
    ...changes,
  };
}
