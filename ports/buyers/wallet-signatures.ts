import { type Token, token } from "../token.ts";

/** Judges signatures of messages (EIP-191) by wallets: by keys, and by contracts where there is a real chain. */
export interface WalletSignatures {
  /**
   * Raises ChainUnavailable if only a contract could tell and the chain does not answer.
   * @param wallet as EIP-55 spells it
   * @param signature hexadecimal; it may be invalid in any other way
   */
  isBy(wallet: string, message: string, signature: string): Promise<boolean>;
}
export const WalletSignatures: Token<WalletSignatures> = token("WalletSignatures");

/** Contracts that sign (ERC-1271), also ones that are not deployed yet (ERC-6492). */
export interface ContractWallets {
  /** Raises ChainUnavailable. A contract that raises has not signed. @param hash 32 bytes as hexadecimal */
  signed(wallet: string, hash: string, signature: string): Promise<boolean>;
}
/** null: the simulated chain has none. */
export const ContractWallets: Token<ContractWallets | null> = token("ContractWallets");
