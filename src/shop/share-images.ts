import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Pictures, SharePainter } from "../../ports/shop/share-images.ts";
import { ShopWindows } from "../../ports/shop/shop-windows.ts";
import { Process } from "../shared/process.ts";
import { masked } from "../buyers/account.ts";
import { leastUsedCache } from "../shared/cache/least-used-cache.ts";
import type { LotId } from "../shared/ids.ts";
import { NotFound, Unavailable } from "../shared/problem.ts";
import type { ShareSubject } from "./share-subject.ts";
import { isHeld, isOffered } from "./shop-lot.ts";
import { ShopWindow } from "./shop-window.ts";

interface Painted {
  readonly png: Uint8Array;
  /** Version of the bytes. */
  readonly tag: string;
  /** true: the lot's picture could not be fetched: it is tried again. */
  readonly lacking: boolean;
  readonly atMs: number;
}

const REMEMBERED_BYTES = 32_000_000;
const ORGANISATIONS_OF_LOTS = 10_000;
/** Images that one process paints at once, including the fetching of pictures, and the number that may wait. */
const AT_ONCE = 4;
const WAITING = 40;
const LACKING_MS = 60_000;

/** Share images of lots: painted on demand, and remembered. */
export class ShareImages extends Process<typeof ShareImages.needs> {
  static readonly needs = {
    window: ShopWindow,
    windows: ShopWindows,
    pictures: Pictures,
    painter: SharePainter,
    clock: Clock,
    log: Log,
  };
  /** Organisations of lots, which never change. */
  readonly #slugs = leastUsedCache<LotId, string>(ORGANISATIONS_OF_LOTS);
  readonly #painted = leastUsedCache<string, Painted>(REMEMBERED_BYTES, {
    sizeOf: ({ png }) => png.byteLength,
  });
  readonly #underWay = new Map<string, Promise<Painted>>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  /**
   * Returns a PNG of 1200 × 630. Raises not_found for a draft, for a lot that does not exist, or not of the tenant;
   * unavailable when too many are being painted.
   * @param tenantSlug the host's organisation; null on the main domain
   */
  async image(lotId: LotId, tenantSlug: string | null): Promise<Pick<Painted, "png" | "tag">> {
    const slug = await this.#slugOf(lotId);
    if (tenantSlug !== null && tenantSlug !== slug) throw NotFound.because();
    const shopLot = await this.parts.window.lot(slug, lotId);
    const { lot, state, shopkeeper, price } = shopLot;
    const isDrawn = lot.drawnAt !== null && state !== "cancelled";
    const { winner } = isDrawn ? await this.parts.window.outcome(shopLot) : { winner: null };
    const subject: ShareSubject = {
      organisationName: shopkeeper.name,
      mode: shopkeeper.mode,
      locale: shopkeeper.locale,
      accent: shopkeeper.theme.accent ?? null,
      title: lot.title,
      price: isOffered(state) ? price : null,
      state: isHeld(lot, state) ? "held" : state,
      winner: winner && masked(winner.buyer),
    };
    return this.#of(subject, lot.imageUrl);
  }

  async #slugOf(lotId: LotId): Promise<string> {
    const known = this.#slugs.get(lotId);
    if (known !== undefined) return known;
    const slug = await this.parts.windows.slugOf(lotId);
    if (slug === null) throw NotFound.because();
    this.#slugs.set(lotId, slug);
    return slug;
  }

  async #of(subject: ShareSubject, imageUrl: string | null): Promise<Painted> {
    const key = JSON.stringify([subject, imageUrl]);
    const painted = this.#painted.get(key);
    const now = this.parts.clock.now().getTime();
    if (painted && !(painted.lacking && now - painted.atMs >= LACKING_MS)) return painted;
    let painting = this.#underWay.get(key);
    if (!painting) {
      painting = this.#inTurn(() => this.#paint(subject, imageUrl));
      this.#underWay.set(key, painting);
      const over = () => void this.#underWay.delete(key);
      painting.then((painted) => this.#painted.set(key, painted)).then(over, over);
    }
    return painting;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= AT_ONCE) {
      if (this.#waiting.length >= WAITING)
        throw Unavailable.because("Too many images are being rendered. Try again shortly.", {
          retryAfter: 2,
        });
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    } else this.#busy += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  async #paint(subject: ShareSubject, imageUrl: string | null): Promise<Painted> {
    const { pictures, painter, clock, log } = this.parts;
    const picture = imageUrl === null ? null : await pictures.fetch(imageUrl);
    let image = picture && (await painter.paint(subject, picture).catch(() => null));
    const lacking = imageUrl !== null && image === null;
    if (lacking) log.debug({}, "a share image was painted without its picture");
    image ??= await painter.paint(subject, null);
    return { ...image, lacking, atMs: clock.now().getTime() };
  }
}
