import { TillCare } from "./till-care.ts";
import { TillWatching } from "./till-watching.ts";
import { TokenPaymentReports } from "./token-payment-reports.ts";
import { TokenPayments } from "./token-payments.ts";

export const TILL = [TokenPayments, TillWatching, TillCare, TokenPaymentReports] as const;
