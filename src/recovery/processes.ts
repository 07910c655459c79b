import { HaltedLotAdministration } from "./halted-lot-administration.ts";
import { Recovery } from "./recovery.ts";

export const RECOVERY = [HaltedLotAdministration, Recovery] as const;
