import { railSuite } from "../../conformance.ts";
import openHarness from "./harness.ts";

railSuite("Example Pay", openHarness);
