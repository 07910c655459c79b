import { LotCanceller } from "./lot-canceller.ts";
import { LotCreation } from "./lot-creation.ts";
import { LotCreationRecovery } from "./lot-creation-recovery.ts";
import { DrawFunds } from "./draw-funds.ts";
import { RaffleLots } from "./raffle-lots.ts";
import { RaffleWatcher } from "./raffle-watcher.ts";
import { ContractCalls } from "./contract-calls.ts";

export const ONCHAIN = [
  LotCreation,
  LotCreationRecovery,
  ContractCalls,
  RaffleWatcher,
  RaffleLots,
  DrawFunds,
  LotCanceller,
] as const;
