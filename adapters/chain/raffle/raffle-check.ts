import type { Hex } from "../../../ports/chain.ts";
import type { Log } from "../../../ports/log.ts";
import type { TillContract } from "../../../ports/onchain/till-contract.ts";
import type { ChainSigner } from "../../../ports/onchain/chain-signer.ts";
import type { RaffleContract } from "../../../ports/onchain/raffle-contract.ts";
import type { RaffleSettings } from "../../../ports/settings.ts";
import { Problem } from "../../../src/shared/problem.ts";
import { WrongChain } from "../viem-chain.ts";

const DECIMALS = 6;

interface Checked {
  readonly contract: RaffleContract;
  /** null: none is configured. */
  readonly till: TillContract | null;
  readonly signer: ChainSigner;
  readonly settings: RaffleSettings;
  readonly log: Log;
}

/**
 * Compares the raffle contract with the configuration. Raises WrongChain, which names the variable, where buyers' money
 * would go astray; what a transaction of the contract's owner can mend is said in the log, with that transaction. A node
 * or a key service that does not answer only makes creations wait.
 */
export async function checkRaffle(checked: Checked): Promise<void> {
  try {
    await check(checked);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    checked.log.warn({}, "could not check the raffle contract; it is used as it is configured");
  }
}

async function check({ contract, till, signer, settings, log }: Checked): Promise<void> {
  const variables = new Map<Hex, string>();
  for (const [name, address] of Object.entries(settings.tokens))
    if (address !== null) variables.set(address, `${name}_ADDRESS`);
  const facts = await contract.facts([...variables.keys()]);
  if (!facts.isOurs)
    throw new WrongChain("RAFFLE_ADDRESS: the code there is not the raffle contract of this version");
  for (const { address, accepted, decimals } of facts.tokens) {
    const variable = variables.get(address);
    if (decimals !== DECIMALS)
      throw new WrongChain(`${variable}: the token there has ${decimals ?? "no"} decimals, not ${DECIMALS}`);
    if (!accepted) throw new WrongChain(`${variable}: the raffle contract does not accept the token`);
  }
  const own = await signer.address();
  if (facts.operator !== own)
    log.error(
      { alert: true, signer: own, operator: facts.operator, transaction: `setOperator(${own})` },
      "the signer is not the raffle contract's operator",
    );
  if (till !== null) await checkTill(till, own, log);
  if (!facts.isKeyKnown)
    log.error(
      { alert: true, transaction: "setRandomness" },
      "the VRF coordinator does not know the raffle contract's key hash",
    );
  if (!facts.isConsumer)
    log.error(
      { alert: true, transaction: `addConsumer(subscription, ${contract.address})` },
      "the raffle contract is not a consumer of its VRF subscription",
    );
  if ((await contract.subscriptionBalance()) === 0n)
    log.error(
      { alert: true, transaction: "fundSubscriptionWithNative" },
      "the raffle contract's VRF subscription is empty",
    );
}

async function checkTill(till: TillContract, own: Hex, log: Log): Promise<void> {
  const { isOurs, operator } = await till.facts();
  if (!isOurs) throw new WrongChain("TILL_ADDRESS: the code there is not the till contract of this version");
  if (operator !== own)
    log.error(
      { alert: true, signer: own, operator, transaction: `setOperator(${own})` },
      "the signer is not the till's operator",
    );
}
