import { railSuite } from "../../conformance.ts";
import { openTillHarness } from "./harness.ts";

railSuite("The till", openTillHarness);
