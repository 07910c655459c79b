import { RailCanceller } from "./rail-canceller.ts";
import { RefundAdministration } from "./refund-administration.ts";
import { RefundRunner } from "./refund-runner.ts";
import { UnmatchedPaymentAdministration } from "./unmatched-payment-administration.ts";

export const REFUNDS = [
  RefundAdministration,
  RefundRunner,
  RailCanceller,
  UnmatchedPaymentAdministration,
] as const;
