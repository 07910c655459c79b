import { LotAdministration } from "./lot-administration.ts";
import { PrizeActs } from "./prize-acts.ts";

export const LOT_ADMINISTRATION = [LotAdministration, PrizeActs] as const;
