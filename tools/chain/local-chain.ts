import {
  type Abi,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeDeployData,
  getContractAddress,
  http,
  getAddress,
  type Log,
  parseEther,
  parseEventLogs,
  type TransactionReceipt,
} from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { RAFFLE_ABI, RAFFLE_BYTECODE } from "../../adapters/chain/generated/raffle.ts";
import { TILL_ABI, TILL_BYTECODE } from "../../adapters/chain/generated/till.ts";
import type { Hex } from "../../ports/chain.ts";
import { compiled } from "../contracts/compile.ts";
import { chainlinkContracts } from "./coordinator.ts";
import { receiptOf } from "./receipt.ts";
import { VrfKey } from "./vrf-key.ts";

/** Deploys at addresses that depend on the code alone. It is on every chain, and on anvil from the start. */
export const DETERMINISTIC_DEPLOYER: Hex = "0x4e59b44847b379578588920ca78fbf26c0b4956c";
/** Mnemonic of anvil's accounts, each with 10,000 coins. */
const MNEMONIC = "test test test test test test test test test test test junk";
/** Index of the first of the node's accounts that has no other role. */
export const FIRST_BUYER = 4;
export const NO_SALT: Hex = `0x${"0".repeat(64)}`;
const LANE_GAS_PRICE = 500n * 10n ** 9n;
const KEY_SECRET = 0x5eedn;

interface Deployed<A extends Abi = Abi> {
  readonly address: Hex;
  readonly abi: A;
}

interface Sending {
  readonly from: Hex;
  readonly value?: bigint;
  /** Sent without being tried first, so a refusal is mined. */
  readonly gas?: bigint;
}

/** All contracts for lots on chain, on a node for development whose accounts are unlocked. */
export class LocalChain {
  readonly url: string;
  readonly client;
  readonly vrfKey = new VrfKey(KEY_SECRET);
  readonly accounts: readonly Hex[];
  readonly usdc!: Deployed;
  readonly usdt!: Deployed;
  readonly blockhashStore!: Deployed;
  readonly coordinator!: Deployed;
  readonly raffle!: Deployed<typeof RAFFLE_ABI>;
  readonly till!: Deployed<typeof TILL_ABI>;
  readonly subscriptionId!: bigint;
  readonly #wallet;

  private constructor(url: string, chainId: number, accounts: readonly Hex[]) {
    const chain = defineChain({
      id: chainId,
      name: "local",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    });
    this.url = url;
    this.accounts = accounts;
    // Without a cache, since blocks come at once and some are removed.
    this.client = createPublicClient({ chain, transport: http(url), cacheTime: 0 });
    this.#wallet = createWalletClient({ chain, transport: http(url) });
  }

  /** @param url of a node without these contracts */
  static async deploy(url: string): Promise<LocalChain> {
    const client = createPublicClient({ transport: http(url) });
    const accounts = (await client.request({ method: "eth_accounts" as never })) as Hex[];
    const local = new LocalChain(
      url,
      await client.getChainId(),
      accounts.map((account) => getAddress(account)),
    );
    await local.#deployAll();
    return local;
  }

  /** The account that deploys, and owns the contracts and the subscription; has a million of each token. */
  get owner(): Hex {
    return this.accounts[0]!;
  }

  /** The service's account. */
  get operator(): Hex {
    return this.accounts[1]!;
  }

  get treasury(): Hex {
    return this.accounts[2]!;
  }

  /** An account without a role. */
  get stranger(): Hex {
    return this.accounts[3]!;
  }

  get buyers(): readonly Hex[] {
    return this.accounts.slice(FIRST_BUYER);
  }

  /** Its key is publicly known. */
  get operatorKey(): Hex {
    const { privateKey } = mnemonicToAccount(MNEMONIC, { addressIndex: 1 }).getHdKey();
    return `0x${Buffer.from(privateKey!).toString("hex")}`;
  }

  async read<const A extends Abi>(
    { address, abi }: Deployed<A>,
    functionName: string,
    args: readonly unknown[] = [],
  ): Promise<unknown> {
    return this.client.readContract({ address, abi: abi as Abi, functionName, args });
  }

  /** Raises viem's ContractFunctionExecutionError where the contract refuses. */
  async write(
    { address, abi }: Deployed,
    functionName: string,
    args: readonly unknown[],
    { from, value, gas }: Sending,
  ): Promise<TransactionReceipt> {
    const call = { address, abi, functionName, args, account: from, value } as const;
    if (gas === undefined) await this.client.simulateContract(call as never);
    const hash = await this.#wallet.writeContract({ ...call, gas } as never);
    return this.#receiptOf(hash);
  }

  async deployed<const A extends Abi>(
    abi: A,
    bytecode: Hex,
    args: readonly unknown[] = [],
    from = this.owner,
  ): Promise<Deployed<A>> {
    const data = encodeDeployData({ abi: abi as Abi, bytecode, args });
    const { contractAddress, status } = await this.send({ from, data });
    if (status !== "success") throw new Error("a constructor has reverted");
    return { address: contractAddress!, abi };
  }

  /** Sends a call as it is, and waits until it is in a block. */
  async send({ from, ...call }: { from: Hex; to?: Hex; data: Hex }): Promise<TransactionReceipt> {
    return this.#receiptOf(await this.#wallet.sendTransaction({ account: from, ...call } as never));
  }

  async pay(token: Deployed, to: Hex, units: bigint): Promise<void> {
    await this.write(token, "transfer", [to, units], { from: this.owner });
  }

  /** Seconds since 1970 of the newest block. */
  async now(): Promise<number> {
    return Number((await this.client.getBlock()).timestamp);
  }

  /** Adds a block with this time. */
  async goTo(seconds: number): Promise<void> {
    await this.rpc("evm_setNextBlockTimestamp", [`0x${seconds.toString(16)}`]);
    await this.mine(1);
  }

  async mine(blocks: number): Promise<void> {
    await this.rpc("anvil_mine", [`0x${blocks.toString(16)}`]);
  }

  async rpc(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.client.request({ method, params } as never);
  }

  /** Returns the answer to a request, as the holder of the proving key makes it. */
  async answerOf(
    requestId: bigint,
  ): Promise<readonly [proof: unknown, commitment: unknown, onlyPremium: boolean]> {
    const request = (await this.#requests()).findLast(({ args }) => args.requestId === requestId);
    if (!request) throw new Error(`no such request: ${requestId}`);
    const { preSeed, subId, callbackGasLimit, numWords, extraArgs, sender } = request.args;
    const { hash } = await this.client.getBlock({ blockNumber: request.blockNumber });
    return [
      this.vrfKey.prove(preSeed, hash),
      { blockNum: request.blockNumber, subId, callbackGasLimit, numWords, sender, extraArgs },
      false,
    ];
  }

  async answer(requestId: bigint, sending: Partial<Sending> = {}): Promise<TransactionReceipt> {
    const answer = await this.answerOf(requestId);
    // The hash of the request's block is there from the next one on.
    await this.mine(1);
    return this.write(this.coordinator, "fulfillRandomWords", answer, { from: this.stranger, ...sending });
  }

  /** Returns the unanswered requests, oldest first. */
  async openRequests(): Promise<bigint[]> {
    const open: bigint[] = [];
    for (const { args } of await this.#requests()) {
      const commitment = await this.read(this.coordinator, "s_requestCommitments", [args.requestId]);
      if (BigInt(commitment as Hex) !== 0n) open.push(args.requestId);
    }
    return open;
  }

  #receiptOf(hash: Hex): Promise<TransactionReceipt> {
    return receiptOf(this.client, hash);
  }

  async #requests(): Promise<RequestLog[]> {
    const { address, abi } = this.coordinator;
    const logs = await this.client.getLogs({ address, fromBlock: 0n });
    return parseEventLogs({ abi, logs, eventName: "RandomWordsRequested" }) as unknown as RequestLog[];
  }

  async #deployAll(): Promise<void> {
    const chainlink = await chainlinkContracts();
    const tokens = await compiled(["test/contracts/Dollar.sol", "test/contracts/Tether.sol"]);
    const put = <K extends keyof this>(name: K, value: this[K]) => Object.assign(this, { [name]: value });
    put("usdc", await this.deployed(tokens.Dollar!.abi, tokens.Dollar!.bytecode));
    put("usdt", await this.deployed(tokens.Tether!.abi, tokens.Tether!.bytecode));
    const { blockhashStore, coordinator } = chainlink;
    put("blockhashStore", await this.deployed(blockhashStore.abi, blockhashStore.bytecode));
    put(
      "coordinator",
      await this.deployed(coordinator.abi, coordinator.bytecode, [this.blockhashStore.address]),
    );
    await this.#configureCoordinator();
    put("subscriptionId", await this.openSubscription(parseEther("10")));
    put("raffle", await this.raffleWith({}));
    put("till", await this.#deployedTill());
  }

  /** Deploys another raffle contract on the same subscription. */
  async raffleWith({
    coordinator = this.coordinator.address,
    tokens = [this.usdc.address, this.usdt.address],
    keyHash = this.vrfKey.hash,
  }: {
    coordinator?: Hex;
    tokens?: readonly Hex[];
    keyHash?: Hex;
  }): Promise<Deployed<typeof RAFFLE_ABI>> {
    const randomness = { subscriptionId: this.subscriptionId, keyHash, confirmations: 3 };
    const args = [this.owner, this.operator, coordinator, randomness, tokens];
    const raffle = await this.deployed(RAFFLE_ABI, RAFFLE_BYTECODE, args);
    const owner = { from: this.owner };
    await this.write(this.coordinator, "addConsumer", [this.subscriptionId, raffle.address], owner);
    return raffle;
  }

  /** Creates a subscription of the owner. @param wei its first balance */
  async openSubscription(wei: bigint): Promise<bigint> {
    const { coordinator, owner } = this;
    const { logs } = await this.write(coordinator, "createSubscription", [], { from: owner });
    const [created] = parseEventLogs({
      abi: coordinator.abi,
      logs,
      eventName: "SubscriptionCreated",
    }) as unknown as { args: { subId: bigint } }[];
    const { subId } = created!.args;
    const funding = { from: owner, value: wei };
    if (wei > 0n) await this.write(coordinator, "fundSubscriptionWithNative", [subId], funding);
    return subId;
  }

  async #configureCoordinator(): Promise<void> {
    const owner = { from: this.owner };
    const { coordinator } = this;
    await this.write(coordinator, "registerProvingKey", [this.vrfKey.publicKey, LANE_GAS_PRICE], owner);
    // As Chainlink's on Ethereum: 3 to 200 blocks, 2.5 million gas, no flat fee, 24 and 20 percent.
    await this.write(coordinator, "setConfig", [3, 2_500_000, 86_400, 33_285, 1n, 0, 0, 24, 20], owner);
  }

  async #deployedTill(): Promise<Deployed<typeof TILL_ABI>> {
    const args = [this.owner, this.operator] as const;
    const bytecode = encodeDeployData({ abi: TILL_ABI, bytecode: TILL_BYTECODE, args });
    const data: Hex = `${NO_SALT}${bytecode.slice(2)}`;
    await this.send({ from: this.owner, to: DETERMINISTIC_DEPLOYER, data });
    const address = getContractAddress({
      opcode: "CREATE2",
      from: DETERMINISTIC_DEPLOYER,
      salt: NO_SALT,
      bytecode,
    });
    return { address, abi: TILL_ABI };
  }
}

type RequestLog = Log & {
  readonly blockNumber: bigint;
  readonly args: {
    readonly requestId: bigint;
    readonly preSeed: bigint;
    readonly subId: bigint;
    readonly callbackGasLimit: number;
    readonly numWords: number;
    readonly extraArgs: Hex;
    readonly sender: Hex;
  };
};
