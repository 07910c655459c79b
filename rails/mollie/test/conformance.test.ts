import { railSuite } from "../../conformance.ts";
import { openMollieHarness } from "./harness.ts";

railSuite("Mollie's redirect", openMollieHarness);
