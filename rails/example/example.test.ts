import { railSuite } from "../conformance.ts";
import openBench from "./example-bench.ts";

railSuite("Example Pay", openBench);
