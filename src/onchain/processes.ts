import { Creating } from "./creating.ts";
import { CreationCare } from "./creation-care.ts";
import { Sending } from "./sending.ts";

export const ONCHAIN = [Creating, CreationCare, Sending] as const;
