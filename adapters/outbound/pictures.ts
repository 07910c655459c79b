import { disableTypes, imageSize, types } from "image-size";
import { Agent, request } from "undici";
import { Pictures } from "../../ports/shop/share-images.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { AddressGuard } from "./address-guard.ts";
import { guardedConnector } from "./guarded-connector.ts";
import { WebhookSenderSettings } from "./webhook-sender.ts";

const BYTES_MAX = 5_000_000;
const WHOLE_MS = 5_000;
/** A picture's memory depends on its pixels, not on the size of its file. */
const PIXELS_MAX = 30_000_000;
const CONNECTIONS_PER_ORIGIN = 4;
const KINDS = ["png", "jpg", "webp"] as const;

disableTypes(types.filter((type) => !KINDS.some((kind) => kind === type)));

/** Fetches with undici by the rules of webhooks: the same addresses are called, and the same ones refused. */
export class GuardedPictures implements Pictures {
  static readonly as = Pictures;
  static readonly needs = [WebhookSenderSettings, UnitOfWork] as const;
  readonly #guard: AddressGuard;
  readonly #agent: Agent;
  readonly #unitOfWork: Pick<UnitOfWork, "open">;
  readonly #wholeMs: number;

  constructor(settings: WebhookSenderSettings, unitOfWork: Pick<UnitOfWork, "open">, wholeMs = WHOLE_MS) {
    this.#guard = new AddressGuard(settings);
    this.#unitOfWork = unitOfWork;
    this.#wholeMs = wholeMs;
    this.#agent = new Agent({
      connections: CONNECTIONS_PER_ORIGIN,
      maxResponseSize: BYTES_MAX,
      keepAliveTimeout: 1_000,
      connect: guardedConnector(this.#guard, settings.open, wholeMs),
    });
  }

  async fetch(url: string): Promise<Uint8Array | null> {
    invariant(!this.#unitOfWork.open, "no picture is fetched inside a unit of work");
    if (this.#guard.refusal(url) !== null) return null;
    try {
      const { statusCode, body } = await request(url, {
        dispatcher: this.#agent,
        headers: { accept: "image/webp,image/png,image/jpeg" },
        // A host that sends single bytes is never silent.
        signal: AbortSignal.timeout(this.#wholeMs),
      });
      if (statusCode !== 200) {
        // Its text is not read: the connection is closed.
        body.on("error", () => {}).destroy();
        return null;
      }
      const bytes = await body.bytes();
      return isPicture(bytes) ? bytes : null;
    } catch {
      // After any error the image is made without the picture: the partner sees that, and corrects the address.
      return null;
    }
  }
}

/** Judges by the first bytes, not by the host's media type. */
function isPicture(bytes: Uint8Array): boolean {
  const { width, height } = imageSize(bytes);
  return width > 0 && height > 0 && width * height <= PIXELS_MAX;
}
