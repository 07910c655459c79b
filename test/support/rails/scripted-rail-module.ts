import type { RailFactory } from "../../../ports/rail-module.ts";
import { ScriptedRail } from "./scripted-rail.ts";

/** A rail module like a partner's package: RAIL_MODULES names this file. */
const make: RailFactory = () => [new ScriptedRail()];
export default make;
