import { railSuite } from "../../../rails/conformance.ts";
import { openAdyenBench } from "./adyen-bench.ts";

for (const kind of ["flow", "redirect", "qr"] as const) {
  railSuite(`Adyen ${kind}`, () => openAdyenBench(kind));
}
