import { DrawKeyRegistration } from "./draw-keys.ts";
import { FairDraws } from "./fair-draws.ts";

export const FAIR_DRAWS = [FairDraws, DrawKeyRegistration] as const;
