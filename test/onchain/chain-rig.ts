import { randomUUID } from "node:crypto";
import type { Hex } from "../../ports/chain.ts";
import type { LocalChain } from "../../tools/chain/local-chain.ts";
import type { Anvil } from "../support/chain/anvil.ts";
import { HidingNode } from "../support/chain/hiding-node.ts";
import { RaffleBench } from "../support/chain/raffle-bench.ts";
import { Partner, type PartnerOptions } from "../support/builders/partner.ts";
import { type Answer, type ServiceOptions, TestService } from "../support/service/service.ts";

const DAY_MS = 86_400_000;
export const CONFIRMATIONS = 5;

type ChainParts = Pick<ChainRig, "anvil" | "chain" | "service" | "partner"> & {
  readonly node: HidingNode | null;
};

/** A service that sells on a raffle contract, and the node with it. */
export class ChainRig {
  readonly anvil: Anvil;
  readonly chain: LocalChain;
  readonly service: TestService;
  readonly partner: Partner;
  readonly #node: HidingNode | null;
  readonly #others: TestService[] = [];
  readonly #openedMs = Date.now();

  private constructor({ anvil, chain, node, service, partner }: ChainParts) {
    this.anvil = anvil;
    this.chain = chain;
    this.#node = node;
    this.service = service;
    this.partner = partner;
  }

  /**
   * @param background whether the first service sends; others may
   * @param hides the first service uses the chain through `node`
   */
  static async open({
    background = true,
    hides = false,
    ...options
  }: Pick<ServiceOptions, "background" | "replace"> & { readonly hides?: boolean } = {}): Promise<ChainRig> {
    const { anvil, chain } = await RaffleBench.open();
    try {
      const node = hides ? await HidingNode.before(chain.url) : null;
      const environment = { ...environmentOf(chain), CHAIN_RPC_URL: node?.url ?? chain.url };
      const service = await TestService.open({ ...options, environment, background });
      const partner = await Partner.add(service, onChainSettings(chain));
      return new ChainRig({ anvil, chain, node, service, partner });
    } catch (error) {
      await anvil.stop();
      throw error;
    }
  }

  /** The node between the first service and the chain, of a rig that hides. */
  get node(): HidingNode {
    return this.#node!;
  }

  /** Another partner, or another service's view of it. */
  addPartner(options: PartnerOptions = {}): Promise<Partner> {
    return Partner.add(this.service, { ...onChainSettings(this.chain), ...options });
  }

  async another(options: Partial<ServiceOptions> = {}): Promise<TestService> {
    const { databaseUrl } = this.service;
    const environment = { ...environmentOf(this.chain), ...options.environment };
    const other = await TestService.open({ background: true, ...options, databaseUrl, environment });
    this.#others.push(other);
    return other;
  }

  /** The same each time: requests with one Idempotency-Key are equal. */
  wanted({ prizeId } = this.partner): Readonly<Record<string, unknown>> {
    return {
      prizeId,
      title: "On chain",
      ticketPriceUSDCents: 250,
      maxTickets: 1_000,
      startDate: new Date(this.#openedMs - DAY_MS).toISOString(),
      endDate: new Date(this.#openedMs + DAY_MS).toISOString(),
      createOnChain: true,
    };
  }

  /** POST /competitions with `createOnChain`. */
  create(
    body: Readonly<Record<string, unknown>> = {},
    { key, partner = this.partner }: { readonly key?: string; readonly partner?: Partner } = {},
  ): Promise<Answer> {
    return partner.service.call("POST", "/api/v1/competitions", {
      key: partner.key,
      body: { ...this.wanted(partner), ...body },
      headers: key === undefined ? {} : { "Idempotency-Key": key },
    });
  }

  /**
   * Creates a competition and repeats a 502, as a partner does: a busy machine may take longer than a request waits.
   */
  async created(
    body: Readonly<Record<string, unknown>> = {},
    key: string = randomUUID(),
    partner = this.partner,
  ): Promise<Answer> {
    let answer = await this.create(body, { key, partner });
    for (let more = 5; answer.status === 502 && more > 0; more -= 1)
      answer = await this.create(body, { key, partner });
    return answer;
  }

  /** A lot on the contract; undefined: there is none. */
  async lot(lotId: number): Promise<Record<string, unknown> | undefined> {
    const lot = (await this.chain.read(this.chain.raffle, "lots", [BigInt(lotId)])) as { state: number };
    return lot.state === 0 ? undefined : lot;
  }

  /** Ids of all lots that were ever created on the contract. */
  async lotIds(): Promise<number[]> {
    const { address, abi } = this.chain.raffle;
    const logs = await this.chain.client.getContractEvents({
      address,
      abi,
      eventName: "LotCreated",
      fromBlock: 0n,
    });
    return logs.map(({ args }) => Number(args.lotId));
  }

  /** Ids in the partner's list. */
  async listed(partner = this.partner): Promise<number[]> {
    const { json } = await partner.get("/competitions?limit=100");
    return json.data.map(({ id }: { id: number }) => id);
  }

  async rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.service.sql(text, ...values)) as Row[];
  }

  /** Blocks come by `mine` alone until they are resumed. */
  async pauseMining(): Promise<void> {
    await this.chain.rpc("evm_setAutomine", [false]);
  }

  async resumeMining(): Promise<void> {
    await this.chain.rpc("evm_setAutomine", [true]);
    await this.chain.mine(1);
  }

  /** Hashes of transactions that wait in the node's pool. */
  async pool(): Promise<Hex[]> {
    const { pending } = (await this.chain.rpc("txpool_content", [])) as {
      pending: Record<string, Record<string, { hash: Hex }>>;
    };
    return Object.values(pending).flatMap((byNonce) => Object.values(byNonce).map(({ hash }) => hash));
  }

  /** Returns the number of calls for each nonce of the operator, in order. */
  async nonces(): Promise<number[]> {
    const rows = await this.rows<{ nonce: number }>(
      "select nonce from chain_call where nonce is not null order by nonce",
    );
    return rows.map(({ nonce }) => nonce);
  }

  /** Returns the calls that create lots, by lot and try. */
  calls(): Promise<{ reference: string; state: string; nonce: number | null; error: string | null }[]> {
    return this.rows("select reference, state, nonce, error from chain_call order by id");
  }

  async close(): Promise<void> {
    for (const other of this.#others) await other.stop();
    await this.service.stop();
    await this.#node?.stop();
    await this.anvil.stop();
  }
}

export function environmentOf(chain: LocalChain): Record<string, string> {
  return {
    CHAIN_RPC_URL: chain.url,
    CHAIN_ID: "31337",
    CHAIN_CONFIRMATIONS: String(CONFIRMATIONS),
    RAFFLE_ADDRESS: chain.raffle.address,
    RAFFLE_FROM_BLOCK: "0",
    TILL_ADDRESS: chain.till.address,
    USDC_ADDRESS: chain.usdc.address,
    USDT_ADDRESS: chain.usdt.address,
    CHAIN_SIGNER_KEY: chain.operatorKey,
    CHAIN_BUMP_SEC: "1",
    CHAIN_WAIT_SEC: "2",
  };
}

function onChainSettings(chain: LocalChain): PartnerOptions {
  return { cryptoEnabled: true, fiatEnabled: false, rails: {}, treasuryAddress: chain.treasury };
}
