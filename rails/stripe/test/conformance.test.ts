import { railSuite } from "../../conformance.ts";
import { openStripeHarness } from "./harness.ts";

railSuite("Stripe's embed", openStripeHarness);
