import { type RequestHandler, Router } from "express";
import type { Clock } from "../../../../ports/clock.ts";
import type { Currencies } from "../../../../ports/currencies.ts";
import type { MailSettings } from "../../../../ports/settings.ts";
import type { MyTickets } from "../../../../src/buyers/my-tickets.ts";
import { isOrderId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import type { OwnPages } from "./own-pages.ts";

interface TicketsOptions {
  readonly own: OwnPages;
  readonly tickets: MyTickets;
  readonly mailSettings: MailSettings;
  readonly currencies: Currencies;
  readonly clock: Clock;
}

/** Serves a buyer's tickets at an organisation, to that buyer alone. */
export function ticketRoutes({
  own,
  tickets,
  mailSettings,
  currencies,
  clock,
}: TicketsOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  own.get(router, { policy: "tickets", path: "/tickets/:organisation" }, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    const face = await pageRequest.face(shopkeeper);
    const { ticketsPage, ticketsSignIn } = await import("../../../../web/pages/tickets/tickets-page.ts");
    const signedIn = await pageRequest.buyer(shopkeeper);
    if (signedIn === null) return { page: ticketsSignIn(face, mailSettings.offered) };
    const orderNamed = (name: string) => {
      const id = pageRequest.query(name);
      return id !== undefined && isOrderId(id) ? id : null;
    };
    const [after, proofOf] = [orderNamed("after"), orderNamed("proof")];
    const page = await tickets.page(shopkeeper.id, signedIn, after);
    const shownHere = page.orders.some(({ id }) => id === proofOf);
    const proof =
      proofOf === null || !shownHere ? null : await tickets.proof(shopkeeper.id, signedIn, proofOf);
    return {
      page: ticketsPage(face, {
        ...page,
        signedIn,
        older: after !== null,
        now: clock.now(),
        proof: proof && { orderId: proofOf!, proof },
        shown: (money) => face.words.money(money, currencies.exponent(money.currency) ?? 0),
      }),
    };
  });

  const path = "/tickets/:organisation/:session/proof.json";
  own.get(router, { policy: "tickets", path, forScripts: true }, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    const signedIn = await pageRequest.buyer(shopkeeper);
    const id = pageRequest.param("session");
    if (signedIn === null || !isOrderId(id)) throw NotFound.because();
    return { data: await tickets.proof(shopkeeper.id, signedIn, id) };
  });
  return router;
}
