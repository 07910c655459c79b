import type { LotStatus } from "../../src/lots/lot.ts";
import type { Refund, RefundStatus } from "../../src/refunds/refund.ts";
import type { DisputeId, LotId, RefundId } from "../../src/shared/ids.ts";
import type { DisputeStanding } from "../checkout/disputes.ts";
import type { ListedDispute } from "../checkout/disputes.ts";
import { type Token, token } from "../token.ts";

/** Something of an organisation, in a list of all organisations. */
export type OfOrganisation<T> = T & {
  /** Its slug. */
  readonly organisation: string;
};

/** A lot that has ended and is to be drawn, or that a recovery has halted. */
export interface WaitingDraw {
  readonly id: LotId;
  readonly title: string;
  readonly status: LotStatus;
  readonly sold: number;
  readonly endAt: Date;
  readonly closedAt: Date | null;
  readonly committedAt: Date | null;
  readonly haltedAt: Date | null;
  /** Since when it waits: for the operator, or else for its draw. */
  readonly since: Date;
}

/** Behind a draw in the list of those that wait. */
export interface DrawPlace {
  readonly since: Date;
  readonly id: LotId;
}

/** Work of all organisations that waits for a person, oldest first. Each list has at most `limit` elements. */
export interface WaitingLists {
  /** @param page.after the id of a refund @param states without succeeded */
  refunds(
    page: { readonly limit: number; readonly after: RefundId | null },
    states: readonly Exclude<RefundStatus, "succeeded">[],
  ): Promise<OfOrganisation<Refund>[]>;
  /** In the order in which they were opened. @param changedSince opened or changed from then on; null: at any time */
  disputes(
    page: { readonly limit: number; readonly after: DisputeId | null },
    conditions: { readonly standing: DisputeStanding; readonly changedSince: Date | null },
  ): Promise<OfOrganisation<ListedDispute>[]>;
  draws(page: {
    readonly limit: number;
    readonly after: DrawPlace | null;
  }): Promise<OfOrganisation<WaitingDraw>[]>;
}
export const WaitingLists: Token<WaitingLists> = token("WaitingLists");
