import type { RailFactory } from "../../../ports/rail-module.ts";
import { ScriptedRail } from "./scripted-rail.ts";

/** As a package of one's own would: RAIL_MODULES names this file. */
const make: RailFactory = () => [new ScriptedRail()];
export default make;
