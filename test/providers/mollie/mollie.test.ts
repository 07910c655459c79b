import { railSuite } from "../../../rails/conformance.ts";
import { openMollieBench } from "./mollie-bench.ts";

railSuite("Mollie's redirect", openMollieBench);
