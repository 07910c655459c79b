import { RAIL_KINDS } from "../../ports/rail.ts";
import { railSuite } from "../conformance.ts";
import { openSandboxBench } from "./sandbox-bench.ts";

for (const kind of RAIL_KINDS) railSuite(`The sandbox's ${kind}`, () => openSandboxBench(kind));
