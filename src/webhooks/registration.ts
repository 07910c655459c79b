import { Clock } from "../../ports/clock.ts";
import { Random } from "../../ports/random.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { WebhookEndpoints } from "../../ports/webhooks/webhook-endpoints.ts";
import { WebhookSender } from "../../ports/webhooks/webhook-sender.ts";
import type { Parts } from "../../ports/token.ts";
import type { EndpointId, OrganisationId } from "../shared/ids.ts";
import { newEventId } from "../shared/new-ids.ts";
import { invalid, NotFound } from "../shared/problem.ts";
import {
  checkEndpointSecret,
  checkEndpointUrl,
  EndpointDisabled,
  MAX_ENDPOINTS,
  newEndpointSecret,
  ROTATION_OVERLAP_MS,
  TooManyEndpoints,
  type WebhookEndpoint,
} from "./endpoint.ts";
import { type EventType, pingEnvelope } from "./event.ts";

const NEEDS = {
  endpoints: WebhookEndpoints,
  sender: WebhookSender,
  wakers: Wakers,
  clock: Clock,
  random: Random,
};

/** What the operator does with an organisation's endpoints. */
export class Registration {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** Refuses a URL by what its host resolves to now, too. For callers to ask first, outside of any transaction. */
  async judge(url: string): Promise<void> {
    checkEndpointUrl(url);
    const refusal = await this.#parts.sender.refusalNow(url);
    if (refusal !== null) throw invalid("url", "not_public", refusal);
  }

  /** @returns with the endpoint its secret, given or made: nobody can read it later */
  async register(
    organisationId: OrganisationId,
    wanted: {
      readonly url: string;
      /** null: all types. */
      readonly events: readonly EventType[] | null;
      /** null: the service makes one. */
      readonly secret: string | null;
      readonly description?: string | null;
    },
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
    const { random, clock, endpoints } = this.#parts;
    this.#checkUrl(wanted.url);
    if (wanted.secret !== null) checkEndpointSecret(wanted.secret);
    const secret = wanted.secret ?? newEndpointSecret(random);
    const { url, events, description = null } = wanted;
    const createdAt = clock.now();
    const endpoint = await endpoints.add(
      { organisationId, url, events, description, secret, createdAt },
      MAX_ENDPOINTS,
    );
    if (!endpoint) throw TooManyEndpoints.because();
    return { endpoint, secret };
  }

  list(organisationId: OrganisationId): Promise<WebhookEndpoint[]> {
    return this.#parts.endpoints.list(organisationId);
  }

  async byId(organisationId: OrganisationId, id: EndpointId): Promise<WebhookEndpoint> {
    return found(await this.#parts.endpoints.byId(organisationId, id));
  }

  async change(
    organisationId: OrganisationId,
    id: EndpointId,
    change: {
      readonly url?: string;
      readonly events?: readonly EventType[] | null;
      readonly description?: string | null;
      readonly enabled?: boolean;
    },
  ): Promise<WebhookEndpoint> {
    const { clock, endpoints, wakers } = this.#parts;
    if (change.url !== undefined) this.#checkUrl(change.url);
    const updatedAt = clock.now();
    const endpoint = found(await endpoints.update(organisationId, id, { ...change, updatedAt }));
    if (change.enabled) wakers.deliveriesDue();
    return endpoint;
  }

  /**
   * Gives the endpoint another secret. The one before it signs, too, for a day; one before that no more.
   * @param secret null: the service makes one
   * @returns with the endpoint its secret: nobody can read it later
   */
  async rotateSecret(
    organisationId: OrganisationId,
    id: EndpointId,
    secret: string | null,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
    const { random, clock, endpoints } = this.#parts;
    if (secret !== null) checkEndpointSecret(secret);
    const next = secret ?? newEndpointSecret(random);
    const now = clock.now();
    const previousUntil = new Date(now.getTime() + ROTATION_OVERLAP_MS);
    const rotation = { secret: next, previousUntil, updatedAt: now };
    const endpoint = found(await endpoints.rotateSecret(organisationId, id, rotation));
    return { endpoint, secret: next };
  }

  async remove(organisationId: OrganisationId, id: EndpointId): Promise<void> {
    const { endpoints, clock } = this.#parts;
    if (!(await endpoints.remove(organisationId, id, clock.now()))) throw NotFound.because();
  }

  /** Sends a test event to this endpoint alone. @returns its id */
  async ping(
    organisation: { readonly id: OrganisationId; readonly slug: string },
    endpointId: EndpointId,
  ): Promise<string> {
    const { random, clock, endpoints, wakers } = this.#parts;
    const id = newEventId(random);
    const createdAt = clock.now();
    const payload = pingEnvelope({ id, createdAt, endpointId, organisation: organisation.slug });
    if (!(await endpoints.ping(organisation.id, endpointId, { id, payload, createdAt }))) {
      await this.byId(organisation.id, endpointId);
      throw EndpointDisabled.because();
    }
    wakers.eventsWritten();
    return id;
  }

  #checkUrl(url: string): void {
    checkEndpointUrl(url);
    const refusal = this.#parts.sender.refusal(url);
    if (refusal !== null) throw invalid("url", "not_public", refusal);
  }
}

function found(endpoint: WebhookEndpoint | null): WebhookEndpoint {
  if (!endpoint) throw NotFound.because();
  return endpoint;
}
