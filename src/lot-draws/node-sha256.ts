import { hash } from "node:crypto";
import type { Sha256OfBytes } from "./tickets-tree.ts";

/** Three times as fast as the implementation in JavaScript. */
export const nodeSha256: Sha256OfBytes = (bytes) => hash("sha256", bytes, "hex");
