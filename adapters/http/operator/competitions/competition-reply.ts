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
    ticketsHeld: count.describe("Tickets held by pending sessions."),
    ticketsVoided: count.describe("Sold tickets that no longer take part in the draw."),
    onChain: z.boolean().describe("Whether the raffle contract sells its tickets."),
    prize: prizeReply.describe("The prize."),
    closedAt: time.nullable().describe("The time at which sales ended."),
    drawnAt: time.nullable().describe("The time at which the winner was decided."),
    archivedAt: time
      .nullable()
      .describe("The time at which the competition was archived. Its state is retired from then on."),
    cancelledAt: time
      .nullable()
      .describe("The time at which the competition was cancelled. A cancellation is final."),
    unwoundAt: time
      .nullable()
      .describe(
        "The time at which all orders of a cancelled competition had been unwound. Each refund has a separate state.",
      ),
    haltedAt: time
      .nullable()
      .describe(
        "The time at which a recovery halted the competition. It sells nothing until it is resumed or cancelled.",
      ),
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
