import { railSuite } from "../../conformance.ts";
import { openPaypalHarness } from "./harness.ts";

railSuite("PayPal's redirect", openPaypalHarness);
