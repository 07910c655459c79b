import type { RailFactory } from "../../../ports/rail-module.ts";
import { ExampleRail } from "./example-rail.ts";

/** As a package of one's own would: RAIL_MODULES names this file. */
const make: RailFactory = () => [new ExampleRail()];
export default make;
