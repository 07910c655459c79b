import type { Log } from "../../ports/log.ts";
import type { DepositToken } from "../../src/deposits/deposit.ts";
import { Problem } from "../../src/shared/problem.ts";
import { type ViemChain, WrongChain } from "./viem-chain.ts";

/**
 * Compares the nodes with the configuration. Raises WrongChain for another chain or token; a node that does not answer
 * only makes draws and deposits wait.
 * @param token that deposits are made in; null: the service takes none
 */
export async function checkChain(chain: ViemChain, token: DepositToken | null, log: Log): Promise<void> {
  try {
    await chain.check();
    if (token !== null) await checkToken(chain, token, log);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.warn({}, "could not check the chain against CHAIN_ID; draws paused until a chain node answers");
  }
  if (token === null) log.warn({}, "deposits disabled: DEPOSIT_XPUB and DEPOSIT_TOKEN_ADDRESS are not set");
}

/** Checks a token. With wrong decimals a cent could be credited as a fortune. */
async function checkToken(chain: ViemChain, { address, decimals }: DepositToken, log: Log): Promise<void> {
  const tokenDecimals = await chain.decimalsOf(address);
  if (tokenDecimals === null) {
    log.warn({ token: address }, "DEPOSIT_TOKEN_ADDRESS: could not read the decimals of the token contract");
  } else if (tokenDecimals !== decimals) {
    throw new WrongChain(
      `DEPOSIT_TOKEN_DECIMALS: is ${decimals}, but the token at DEPOSIT_TOKEN_ADDRESS has ${tokenDecimals}`,
    );
  }
}
