import { TillTransfers } from "./till-transfers.ts";
import { TillWatcher } from "./till-watcher.ts";
import { TokenPaymentReports } from "./token-payment-reports.ts";
import { TokenPayments } from "./token-payments.ts";

export const TILL = [TokenPayments, TillWatcher, TillTransfers, TokenPaymentReports] as const;
