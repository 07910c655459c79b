/** The suite on a module from elsewhere: `npm run rail:check -- <module>` runs it. */
import { railSuite } from "../conformance.ts";
import type { RailBench } from "./bench.ts";

const address = process.env.RAIL_MODULE ?? "";
const given = (await import(address)) as {
  default?: () => Promise<RailBench>;
  openBench?: () => Promise<RailBench>;
};
const open = given.openBench ?? given.default;
if (typeof open !== "function")
  throw new TypeError("the module exports no function `openBench`, neither by that name nor as its default");

railSuite("The given rail", open);
