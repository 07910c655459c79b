/** The suite on a module from elsewhere: `npm run rail:check -- <module>` runs it. */
import { railSuite } from "../conformance.ts";
import type { RailHarness } from "./harness.ts";

const address = process.env.RAIL_MODULE ?? "";
const railModule = (await import(address)) as {
  default?: () => Promise<RailHarness>;
  openHarness?: () => Promise<RailHarness>;
};
const open = railModule.openHarness ?? railModule.default;
if (typeof open !== "function")
  throw new TypeError(
    "the module exports no function `openHarness`, neither by that name nor as its default",
  );

railSuite("The given rail", open);
