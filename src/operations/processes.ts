import { SelfCheck } from "./self-check.ts";

export const OPERATIONS = [SelfCheck] as const;
