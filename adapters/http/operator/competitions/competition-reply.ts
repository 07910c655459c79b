import type { OperatorLot } from "../../../../ports/lots/operator-lots.ts";
import type { PaymentOffers } from "../../../../src/lots/payment-offers.ts";
import { z } from "zod";
import { count } from "../../input/fields.ts";
import { competitionReply, toCompetition } from "../../partner/competitions-api.ts";
import { prizeReply, toPrize } from "../../partner/prizes-api.ts";
import { time } from "../request.ts";

/** A competition as partners' programs see it, and what only people see. */
export const operatorCompetitionReply = competitionReply
  .extend({
    ticketsHeld: count.describe("Of pending sessions."),
    ticketsVoided: count.describe("Sold tickets that left the draw."),
    onChain: z.boolean().describe("Whether the raffle contract sells its tickets."),
    prize: prizeReply.describe("What its winner gets."),
    closedAt: time.nullable().describe("When its selling ended."),
    drawnAt: time.nullable().describe("When its winner was decided."),
    archivedAt: time.nullable().describe("When somebody archived it: its state is retired since."),
    cancelledAt: time.nullable().describe("When it was cancelled, which is final."),
    unwoundAt: time
      .nullable()
      .describe(
        "Of a cancelled competition: when every order had been given back. Refunds have states of their own.",
      ),
    haltedAt: time.nullable().describe("By a recovery: it sells nothing until it is resumed or cancelled."),
  })
  .meta({ id: "OperatorCompetition" });

export function toOperatorCompetition(
  offers: PaymentOffers,
  found: OperatorLot,
  now: Date,
): z.input<typeof operatorCompetitionReply> {
  const { lot } = found;
  const written = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...toCompetition(offers.of(found), now),
    ticketsHeld: lot.held,
    ticketsVoided: lot.voided,
    onChain: lot.onChain,
    prize: toPrize(found.prize),
    closedAt: written(lot.closedAt),
    drawnAt: written(lot.drawnAt),
    archivedAt: written(lot.archivedAt),
    cancelledAt: written(lot.cancelledAt),
    unwoundAt: written(found.unwoundAt),
    haltedAt: written(found.haltedAt),
  };
}
