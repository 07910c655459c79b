import { RailCancelling } from "./rail-cancelling.ts";
import { RefundAdministration } from "./refund-administration.ts";
import { Refunding } from "./refunding.ts";
import { UnmatchedPaymentAdministration } from "./unmatched-payment-administration.ts";

export const REFUNDS = [
  RefundAdministration,
  Refunding,
  RailCancelling,
  UnmatchedPaymentAdministration,
] as const;
