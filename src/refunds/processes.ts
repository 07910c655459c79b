import { RailCancelling } from "./rail-cancelling.ts";
import { RefundAdministration } from "./refund-administration.ts";
import { Refunding } from "./refunding.ts";

export const REFUNDS = [RefundAdministration, Refunding, RailCancelling] as const;
