import { Chargebacks } from "./chargebacks.ts";
import { EventFetcher } from "./event-fetcher.ts";
import { Inquiry } from "./inquiry.ts";
import { MissedEvents } from "./missed-events.ts";
import { Notifications } from "./notifications.ts";
import { RailEvents } from "./rail-events.ts";
import { Reconciliation } from "./reconciliation.ts";
import { Settlement } from "./settlement.ts";

export const SETTLEMENT = [
  Settlement,
  Notifications,
  RailEvents,
  EventFetcher,
  MissedEvents,
  Inquiry,
  Reconciliation,
  Chargebacks,
] as const;
