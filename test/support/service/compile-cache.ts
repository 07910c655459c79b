import { fileURLToPath } from "node:url";

/** Spares each process that a test starts the compiling of the same modules. */
const COMPILE_CACHE = fileURLToPath(new URL("../../../node_modules/.cache/test-compile", import.meta.url));
/** All that a program of this repository sees of the environment, unless a test gives it more. */
export const PLAIN = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE };

/** tsc is a program in Go, whose collector takes two fifths of its instructions. Its memory goes when it ends, soon. */
export const UNCOLLECTED = { GOGC: "off", GOMEMLIMIT: "2GiB" };

/** Node with room for young objects from the first one on: a start copies fewer of them, for a tenth less processor time. */
export const ROOMY_NODE = [process.execPath, "--min-semi-space-size=64", "--max-semi-space-size=64"] as const;
