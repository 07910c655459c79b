import { TillCare } from "./till-care.ts";
import { TillWatching } from "./till-watching.ts";
import { TokenPayments } from "./token-payments.ts";

export const TILL = [TokenPayments, TillWatching, TillCare] as const;
