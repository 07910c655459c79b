import { railSuite } from "../../../rails/conformance.ts";
import { openStripeBench } from "./stripe-bench.ts";

railSuite("Stripe's embed", () => openStripeBench());
