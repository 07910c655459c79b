import { HaltedLotAdministration } from "./halted-lot-administration.ts";

export const RECOVERY = [HaltedLotAdministration] as const;
