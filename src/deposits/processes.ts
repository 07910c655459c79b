import { Deposits } from "./deposits.ts";

export const DEPOSITS = [Deposits] as const;
