import { railSuite } from "../../conformance.ts";
import { openPayosHarness } from "./harness.ts";

railSuite("payOS's qr", openPayosHarness);
