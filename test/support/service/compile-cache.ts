import { fileURLToPath } from "node:url";

/** Spares each process that a test starts the compiling of the same modules. */
const COMPILE_CACHE = fileURLToPath(new URL("../../../node_modules/.cache/test-compile", import.meta.url));
/** All that a program of this repository sees of the environment, unless a test gives it more. */
export const PLAIN = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE };
