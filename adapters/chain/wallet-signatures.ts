import { ContractWallets, WalletSignatures } from "../../ports/buyers/wallet-signatures.ts";
import type { Hex } from "../../ports/chain.ts";

/** More than any wallet's signature, with the deployment of its contract. */
const SIGNATURE_MAX = 20_000;

/** Checks signatures with viem: a key's here, all others by the wallet's contract. */
export class ViemWalletSignatures implements WalletSignatures {
  static readonly as = WalletSignatures;
  static readonly needs = [ContractWallets] as const;
  readonly #contracts: ContractWallets | null;

  constructor(contracts: ContractWallets | null) {
    this.#contracts = contracts;
  }

  async isBy(wallet: string, message: string, signature: string): Promise<boolean> {
    if (signature.length > SIGNATURE_MAX || !/^0x([0-9a-f]{2})+$/i.test(signature)) return false;
    // Loaded here: it takes a quarter of a second, and not every process has such buyers.
    const { hashMessage, recoverAddress } = await import("viem");
    const hash = hashMessage(message);
    const isKey =
      signature.length === 132 &&
      (await recoverAddress({ hash, signature: signature as Hex }).then(
        (by) => by.toLowerCase() === wallet.toLowerCase(),
        () => false,
      ));
    return isKey || (this.#contracts !== null && this.#contracts.signed(wallet, hash, signature));
  }
}
