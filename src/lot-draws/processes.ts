import { LotDrawAdministration } from "./lot-draw-administration.ts";
import { LotDrawRunner } from "./lot-draw-runner.ts";

export const LOT_DRAWS = [LotDrawAdministration, LotDrawRunner] as const;
