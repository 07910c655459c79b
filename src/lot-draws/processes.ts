import { LotDrawAdministration } from "./lot-draw-administration.ts";
import { LotDrawing } from "./lot-drawing.ts";

export const LOT_DRAWS = [LotDrawAdministration, LotDrawing] as const;
