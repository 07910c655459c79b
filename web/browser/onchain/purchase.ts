import type { Wallet } from "../wallets.ts";
import { ask, type Facts, say, standingOf } from "./page.ts";
import {
  accountOf,
  type Call,
  hex,
  isDeclined,
  mined,
  onChain,
  type Provider,
  read,
  send,
  Stopped,
} from "./provider.ts";
import type { Transaction } from "./transaction.ts";

/** The calls of a purchase, as the service prepares them. */
interface Prepared {
  readonly chainId: number;
  /** The price, in the token's smallest unit. */
  readonly units: string;
  readonly balance: Call;
  readonly allowance: Call;
  readonly approve: Call;
  readonly disallow: Call;
  readonly buy: Call;
  readonly permit: {
    readonly typed: { readonly message: Readonly<Record<string, string>> };
    readonly nonce: Call;
    readonly buy: Call;
  } | null;
}

/** Letters of a signature by a key: 0x, r, s and v. */
const SIGNATURE = 132;
const WORD = 64;
/** The smaller v of the two that contracts take; wallets may count from 0. */
const LEAST_V = 27;

/** Buys by a wallet, with as few confirmations as it can. Raises what `obstacleOf` and `Refused` tell apart. */
export async function buy(
  { name, provider }: Wallet,
  quantity: number,
  facts: Facts["onChain"],
): Promise<Transaction> {
  say("waiting");
  const from = await accountOf(provider);
  await onChain(provider, facts);
  const [prepared, standing] = await Promise.all([
    ask<Prepared>(facts.purchase, { wallet: from, quantity: String(quantity) }),
    standingOf(from, facts),
  ]);
  const units = BigInt(prepared.units);
  if (BigInt(await read(provider, prepared.balance)) < units) throw new Stopped("balance");
  const allowed = BigInt(await read(provider, prepared.allowance));
  const sent = await sendPurchase(provider, { from, prepared, allowed, units });
  const indexes = standing.purchases.map(({ index }) => index);
  const call = prepared.buy;
  return { ...sent, wallet: from, from, program: name, call, indexes, quantity, sinceMs: Date.now() };
}

interface Ready {
  readonly from: string;
  readonly prepared: Prepared;
  readonly allowed: bigint;
  readonly units: bigint;
}

type Sent = Pick<Transaction, "hash" | "batch">;

async function sendPurchase(provider: Provider, ready: Ready): Promise<Sent> {
  const { from, prepared, allowed, units } = ready;
  const { chainId } = prepared;
  if (allowed >= units) {
    say("confirm");
    return { hash: await send(provider, { from, call: prepared.buy, chainId }), batch: null };
  }
  return (await inOneBatch(provider, ready)) ?? (await byPermit(provider, ready)) ?? inTwo(provider, ready);
}

/** Sends permission and purchase as one (EIP-5792); null: the wallet cannot. */
async function inOneBatch(provider: Provider, { from, prepared, allowed }: Ready): Promise<Sent | null> {
  const chainId = hex(prepared.chainId);
  try {
    const params = [from, [chainId]];
    const capabilities = await provider.request({ method: "wallet_getCapabilities", params });
    const { atomic } = (capabilities as Record<string, { atomic?: { status?: unknown } }>)[chainId] ?? {};
    if (atomic?.status !== "supported" && atomic?.status !== "ready") return null;
    say("confirm");
    const calls = [...(allowed === 0n ? [] : [prepared.disallow]), prepared.approve, prepared.buy];
    const batch = {
      version: "2.0.0",
      from,
      chainId,
      atomicRequired: true,
      calls: calls.map((call) => ({ ...call, value: "0x0" })),
    };
    const answer = await provider.request({ method: "wallet_sendCalls", params: [batch] });
    const { id } = answer as { readonly id?: unknown };
    return { hash: null, batch: typeof id === "string" ? id : String(answer) };
  } catch (error) {
    if (isDeclined(error)) throw error;
    // It has no such calls, or its user keeps the account as it is.
    return null;
  }
}

/** Signs the permission (EIP-2612) and sends the purchase with it; null: token or wallet cannot. */
async function byPermit(provider: Provider, { from, prepared }: Ready): Promise<Sent | null> {
  const { permit, chainId } = prepared;
  if (permit === null) return null;
  let signature: string;
  try {
    const nonce = BigInt(await read(provider, permit.nonce)).toString();
    const message = { ...permit.typed.message, owner: from, nonce };
    say("sign");
    const params = [from, JSON.stringify({ ...permit.typed, message })];
    signature = String(await provider.request({ method: "eth_signTypedData_v4", params }));
  } catch (error) {
    if (isDeclined(error)) throw error;
    return null;
  }
  // Contracts that are wallets sign in other forms.
  if (signature.length !== SIGNATURE) return null;
  const [r, s] = [signature.slice(2, 2 + WORD), signature.slice(2 + WORD, 2 + 2 * WORD)];
  const last = Number.parseInt(signature.slice(-2), 16);
  const v = (last < LEAST_V ? last + LEAST_V : last).toString(16).padStart(WORD, "0");
  const call = { to: permit.buy.to, data: permit.buy.data + v + r + s };
  say("confirm");
  return { hash: await send(provider, { from, call, chainId }), batch: null };
}

async function inTwo(provider: Provider, { from, prepared, allowed }: Ready): Promise<Sent> {
  const { chainId } = prepared;
  const first = allowed === 0n ? [prepared.approve] : [prepared.disallow, prepared.approve];
  for (const call of first) {
    say("allow");
    const hash = await send(provider, { from, call, chainId });
    say("allowing");
    await mined(provider, hash);
  }
  say("second");
  return { hash: await send(provider, { from, call: prepared.buy, chainId }), batch: null };
}
