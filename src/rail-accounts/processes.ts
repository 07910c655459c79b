import { RailAdministration } from "./rail-administration.ts";
import { RailHealthWatch } from "./rail-health.ts";

export const RAIL_ACCOUNTS = [RailAdministration, RailHealthWatch] as const;
