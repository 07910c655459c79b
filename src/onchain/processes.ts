import { ChainCancelling } from "./chain-cancelling.ts";
import { Creating } from "./creating.ts";
import { CreationCare } from "./creation-care.ts";
import { DrawFunds } from "./draw-funds.ts";
import { RaffleLots } from "./raffle-lots.ts";
import { RaffleWatching } from "./raffle-watching.ts";
import { Sending } from "./sending.ts";

export const ONCHAIN = [
  Creating,
  CreationCare,
  Sending,
  RaffleWatching,
  RaffleLots,
  DrawFunds,
  ChainCancelling,
] as const;
