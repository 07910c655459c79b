import { demoPicturePath } from "../adapters/http/web/demo-pictures.ts";
import { Clock } from "../ports/clock.ts";
import { Random } from "../ports/crypto.ts";
import { EntryPasses } from "../ports/lots/entry-passes.ts";
import { Prizes } from "../ports/lots/prizes.ts";
import { Organisations } from "../ports/organisations/organisations.ts";
import { Addresses } from "../ports/settings.ts";
import { Checkout } from "../src/checkout/checkout.ts";
import { RateLimited } from "../src/organisations/access.ts";
import type { Organisation } from "../src/organisations/organisation.ts";
import { RateBudgets } from "../src/organisations/rate-budgets.ts";
import type { LotId } from "../src/shared/ids.ts";
import { NotFound } from "../src/shared/problem.ts";
import { DEMO_ORGANISATIONS, type DemoOrganisation } from "./demo-organisations.ts";
import { addLot, addPrize } from "./demo-shop.ts";
import type { Wiring } from "./wiring.ts";

const SELLS_FOR_MS = 40_000;
/** Time after a start in which other visitors get the same draw. */
const SHARED_FOR_MS = 20_000;
const AN_HOUR = 30;

interface Started {
  readonly at: number;
  readonly lotId: Promise<LotId>;
}

/**
 * Starts competitions of the demo that end while a visitor watches: free, with all tickets taken, so that no unpaid
 * order delays the draw. Visitors who ask at about the same time get the same one; all together start 30 an hour.
 */
export class DemoDraws {
  readonly #wiring: Wiring;
  readonly #budget = new RateBudgets({ perMinute: AN_HOUR / 60, atOnce: AN_HOUR });
  readonly #started = new Map<string, Started>();

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /** Returns the competition. Raises not_found, rate_limited. @param slug of an organisation of the demo */
  async start(slug: string): Promise<LotId> {
    const demo = DEMO_ORGANISATIONS.find((each) => each.slug === slug);
    if (demo === undefined) throw NotFound.because();
    const at = this.#wiring.get(Clock).now().getTime();
    const last = this.#started.get(slug);
    if (last !== undefined && at - last.at < SHARED_FOR_MS) return last.lotId;
    const { allowed, retryAfterSec } = this.#budget.spend("", at);
    if (!allowed) throw RateLimited.because(undefined, { retryAfter: retryAfterSec });
    const lotId = this.#add(demo);
    this.#started.set(slug, { at, lotId });
    lotId.catch(() => this.#started.delete(slug));
    return lotId;
  }

  async #add({ slug, draw, settings }: DemoOrganisation): Promise<LotId> {
    const wiring = this.#wiring;
    const organisation = await wiring.get(Organisations).bySlug(slug);
    if (organisation === null) throw NotFound.because();
    const prizeId = await this.#prize(organisation, draw.prize);
    const startAt = wiring.get(Clock).now();
    const maxTickets = Object.values(draw.buyers).reduce((sum, tickets) => sum + tickets, 0);
    const { id } = await addLot(
      wiring,
      { organisation, prizeId },
      {
        title: draw.title,
        description: draw.description,
        imageUrl: wiring.get(Addresses).baseUrl + demoPicturePath(draw.picture),
        priceCents: 0,
        maxTickets,
        startAt,
        endAt: new Date(startAt.getTime() + SELLS_FOR_MS),
      },
    );
    for (const [name, quantity] of Object.entries(draw.buyers)) {
      const passHash = organisation.entryQuestionRequired ? await this.#pass(organisation) : null;
      await wiring.get(Checkout).create({
        organisationId: organisation.id,
        apiKeyId: null,
        hosted: {
          formKey: wiring.get(Random).bytes(32),
          visitHash: null,
          locale: settings.locale ?? "en",
          passHash,
          agreed: null,
        },
        requestId: "demo-draw",
        idempotencyId: null,
        resumed: false,
        lotId: id,
        quantity,
        buyer: { email: `${name}@example.com`, wallet: null },
        skillPass: null,
        currency: null,
        applyCredit: false,
        returnUrl: null,
        affiliate: null,
      });
    }
    return id;
  }

  /** Returns the hash of a pass: buyers of these draws answer no question. */
  async #pass({ id }: Organisation): Promise<Uint8Array> {
    const hash = this.#wiring.get(Random).bytes(32);
    const expiresAt = new Date(this.#wiring.get(Clock).now().getTime() + SELLS_FOR_MS);
    await this.#wiring.get(EntryPasses).mint(id, { hash, expiresAt });
    return hash;
  }

  /** Returns the prize of the organisation's draws, made for the first one. */
  async #prize(organisation: Organisation, name: string) {
    const prizes = await this.#wiring.get(Prizes).list(organisation.id, { limit: 100, after: null });
    const found = prizes.find((prize) => prize.name === name);
    return (found ?? (await addPrize(this.#wiring, organisation, { name }))).id;
  }
}
