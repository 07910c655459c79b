import { WorldClock } from "../../ports/clock.ts";
import { NewIds } from "../../ports/ids.ts";
import { Random } from "../../ports/crypto.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { WebhookEndpoints } from "../../ports/webhooks/webhook-endpoints.ts";
import { WebhookSender } from "../../ports/webhooks/webhook-sender.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { EndpointId, OrganisationId } from "../shared/ids.ts";
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

/** A URL that `checkedUrl` has accepted. */
type CheckedUrl = string & { readonly checked: true };

interface WantedEndpoint {
  readonly url: CheckedUrl;
  /** null: all types. */
  readonly events: readonly EventType[] | null;
  /** null: the service generates one. */
  readonly secret: string | null;
  readonly description?: string | null;
}

/** Changes; omitted members keep their values. */
interface EndpointChanges {
  readonly url?: CheckedUrl | undefined;
  readonly events?: readonly EventType[] | null;
  readonly description?: string | null;
  readonly enabled?: boolean;
}

/** An endpoint and its secret, which cannot be read later. */
interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/** The operator's acts on an organisation's webhook endpoints. Each change leaves an audit entry. */
export class WebhookEndpointAdministration extends Process<typeof WebhookEndpointAdministration.needs> {
  static readonly needs = {
    endpoints: WebhookEndpoints,
    sender: WebhookSender,
    wakers: Wakers,
    clock: WorldClock,
    random: Random,
    ids: NewIds,
    trail: AuditTrail,
  };

  /**
   * Refuses a URL that is not public, also by the addresses that its host resolves to now. That is a look-up in DNS, so
   * it comes before any unit of work: endpoints are registered and changed with the result.
   */
  async checkedUrl(url: string): Promise<CheckedUrl> {
    checkEndpointUrl(url);
    const refusal = await this.parts.sender.refusalNow(url);
    if (refusal !== null) throw invalid("url", "not_public", refusal);
    return url as CheckedUrl;
  }

  /** Refuses an endpoint beyond the organisation's maximum. */
  async register(
    act: Act,
    organisationId: OrganisationId,
    request: WantedEndpoint,
  ): Promise<EndpointWithSecret> {
    const { random, clock, endpoints, trail } = this.parts;
    if (request.secret !== null) checkEndpointSecret(request.secret);
    const secret = request.secret ?? newEndpointSecret(random);
    const { url, events, description = null } = request;
    return trail.run(act, async (record) => {
      const createdAt = clock.now();
      const endpoint = await endpoints.add(
        { organisationId, url, events, description, secret, createdAt },
        MAX_ENDPOINTS,
      );
      if (!endpoint) throw TooManyEndpoints.because();
      const facts = { url: placeOf(url), events };
      const subject = subjectOf(endpoint.id);
      await record({ organisationId, action: "webhook_endpoint.created", subject, facts });
      return { endpoint, secret };
    });
  }

  /** Changes an endpoint; without a member to change it only reads. */
  async change(
    act: Act,
    organisationId: OrganisationId,
    id: EndpointId,
    changes: EndpointChanges,
  ): Promise<WebhookEndpoint> {
    const { clock, endpoints, wakers, trail } = this.parts;
    if (Object.keys(changes).length === 0) return found(await endpoints.byId(organisationId, id));
    return trail.run(act, async (record) => {
      const updatedAt = clock.now();
      const endpoint = found(await endpoints.update(organisationId, id, { ...changes, updatedAt }));
      if (changes.enabled) wakers.deliveriesDue();
      const facts = { ...changes, ...(changes.url !== undefined && { url: placeOf(changes.url) }) };
      await record({ organisationId, action: "webhook_endpoint.changed", subject: subjectOf(id), facts });
      return endpoint;
    });
  }

  /**
   * Replaces the endpoint's secret. The previous one also signs for a day; an older one stops signing.
   * @param secret null: the service generates one
   */
  async rotateSecret(
    act: Act,
    organisationId: OrganisationId,
    id: EndpointId,
    secret: string | null,
  ): Promise<EndpointWithSecret> {
    const { random, clock, endpoints, trail } = this.parts;
    if (secret !== null) checkEndpointSecret(secret);
    const next = secret ?? newEndpointSecret(random);
    return trail.run(act, async (record) => {
      const now = clock.now();
      const previousUntil = new Date(now.getTime() + ROTATION_OVERLAP_MS);
      const rotation = { secret: next, previousUntil, updatedAt: now };
      const endpoint = found(await endpoints.rotateSecret(organisationId, id, rotation));
      const subject = subjectOf(id);
      await record({ organisationId, action: "webhook_endpoint.secret_rotated", subject, facts: {} });
      return { endpoint, secret: next };
    });
  }

  remove(act: Act, organisationId: OrganisationId, id: EndpointId): Promise<void> {
    const { endpoints, clock, trail } = this.parts;
    return trail.run(act, async (record) => {
      if (!(await endpoints.remove(organisationId, id, clock.now()))) throw NotFound.because();
      await record({ organisationId, action: "webhook_endpoint.removed", subject: subjectOf(id), facts: {} });
    });
  }

  /** Sends a test event to this endpoint alone. @returns the event's id */
  ping(
    act: Act,
    organisation: { readonly id: OrganisationId; readonly slug: string },
    endpointId: EndpointId,
  ): Promise<string> {
    const { ids, clock, endpoints, wakers, trail } = this.parts;
    return trail.run(act, async (record) => {
      const id = ids.event();
      const createdAt = clock.now();
      const payload = pingEnvelope({ id, createdAt, endpointId, organisation: organisation.slug });
      if (!(await endpoints.ping(organisation.id, endpointId, { id, payload, createdAt }))) {
        found(await endpoints.byId(organisation.id, endpointId));
        throw EndpointDisabled.because();
      }
      wakers.eventsWritten();
      await record({
        organisationId: organisation.id,
        action: "webhook_endpoint.pinged",
        subject: subjectOf(endpointId),
        facts: { eventId: id },
      });
      return id;
    });
  }
}

function found(endpoint: WebhookEndpoint | null): WebhookEndpoint {
  if (!endpoint) throw NotFound.because();
  return endpoint;
}

function subjectOf(id: EndpointId): string {
  return `webhook_endpoint:${id}`;
}

/** Returns the origin: some receivers have a secret in path or query. */
function placeOf(url: string): string {
  return `${new URL(url).origin}/…`;
}
