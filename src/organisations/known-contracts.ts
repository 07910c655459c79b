import { DepositSettings, RaffleSettings } from "../../ports/settings.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { TillContract } from "../../ports/onchain/till-contract.ts";
import { Process } from "../shared/process.ts";
import { invalid } from "../shared/problem.ts";

/** The configured contracts. Tokens that are sent to one of them are lost. */
export class KnownContracts extends Process<typeof KnownContracts.needs> {
  static readonly needs = {
    raffle: RaffleContract,
    settings: RaffleSettings,
    till: TillContract,
    deposits: DepositSettings,
  };

  has(address: string): boolean {
    const { raffle, settings, till, deposits } = this.parts;
    const tokens = [...Object.values(settings?.tokens ?? {}), deposits?.token.address];
    const contracts = [raffle?.address, till?.address, ...tokens];
    return contracts.some((contract) => contract?.toLowerCase() === address.toLowerCase());
  }

  /** Refuses a configured contract. Raises invalid_request. @param name of the member with the address; null: none */
  refuse(name: string, address: string | null | undefined): void {
    if (!address || !this.has(address)) return;
    throw invalid(
      name,
      "invalid_value",
      `${name} must not be the contract of a token or of the service: what is sent there is lost.`,
    );
  }
}
