import { railSuite } from "../../../rails/conformance.ts";
import { openPaypalBench } from "./paypal-bench.ts";

railSuite("PayPal's redirect", openPaypalBench);
