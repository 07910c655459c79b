import { Clock } from "../../ports/clock.ts";
import { OperatorLots } from "../../ports/lots/operator-lots.ts";
import { Letters } from "../../ports/mails/letters.ts";
import { Addresses } from "../../ports/settings.ts";
import { PaymentOffers } from "../lots/payment-offers.ts";
import type { Organisation } from "../organisations/organisation.ts";
import type { LotId } from "../shared/ids.ts";
import { moneyText } from "../shared/money.ts";
import { NotFound } from "../shared/problem.ts";
import { Process } from "../shared/process.ts";
import type { Letter } from "./mail.ts";

const QUANTITY = 2;
const ORDER = `cs_${"0".repeat(26)}`;

/** Renders the mail that buyers of a lot get after their payment, about an order that does not exist. */
export class ReceiptPreview extends Process<typeof ReceiptPreview.needs> {
  static readonly needs = {
    lots: OperatorLots,
    letters: Letters,
    offers: PaymentOffers,
    addresses: Addresses,
    clock: Clock,
  };

  /** The mail is in the organisation's language. Raises not_found for an unknown lot. */
  async of(organisation: Organisation, id: LotId): Promise<Letter> {
    const { lots, letters, offers, addresses, clock } = this.parts;
    const found = await lots.byId(organisation.id, id);
    if (found === null) throw NotFound.because();
    const { lot } = found;
    const { locale, slug, name: organisationName } = organisation;
    const { amount, currency, exponent } = offers.ticketPrice(found);
    return letters.letter({
      organisationName,
      letterhead: organisation,
      locale,
      content: {
        kind: "tickets_issued",
        orderId: ORDER,
        lotTitle: lot.title,
        quantity: QUANTITY,
        firstTicket: 1,
        lastTicket: QUANTITY,
        amount: amount === 0 ? null : moneyText(locale, { amount: amount * QUANTITY, currency }, exponent),
        paidAt: clock.now().toISOString(),
        closesAt: lot.endAt.toISOString(),
        ticketsUrl: `${addresses.baseUrl}/tickets/${slug}`,
        drawsUrl: `${addresses.baseUrl}/embed/${slug}/draws`,
      },
    });
  }
}
