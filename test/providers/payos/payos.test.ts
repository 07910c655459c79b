import { railSuite } from "../../../rails/conformance.ts";
import { openPayosBench } from "./payos-bench.ts";

railSuite("payOS's qr", openPayosBench);
