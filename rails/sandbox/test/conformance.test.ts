import { RAIL_KINDS } from "../../../ports/rail.ts";
import { railSuite } from "../../conformance.ts";
import { openSandboxHarness } from "./harness.ts";

for (const kind of RAIL_KINDS) railSuite(`The sandbox's ${kind}`, () => openSandboxHarness(kind));
