import { type Act, AuditTrail } from "../audit/audit-trail.ts";
import type { WebhookEndpoint } from "./endpoint.ts";
import type { EventType } from "./event.ts";
import { Registration } from "./registration.ts";
import type { Parts } from "../../ports/token.ts";
import type { EndpointId, OrganisationId } from "../shared/ids.ts";

const NEEDS = { registration: Registration, trail: AuditTrail };

/** Registration in the operator's hands: what changes leaves an audit entry. */
export class EndpointAdministration {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  async register(
    act: Act,
    organisationId: OrganisationId,
    wanted: Parameters<Registration["register"]>[1],
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
    const { registration, trail } = this.#parts;
    await registration.judge(wanted.url);
    return trail.run(act, async (record) => {
      const registered = await registration.register(organisationId, wanted);
      const { id, url, events } = registered.endpoint;
      const facts = { url: placeOf(url), events };
      await record({ organisationId, action: "webhook_endpoint.created", subject: subjectOf(id), facts });
      return registered;
    });
  }

  async change(
    act: Act,
    organisationId: OrganisationId,
    id: EndpointId,
    changes: {
      readonly url?: string;
      readonly events?: readonly EventType[] | null;
      readonly description?: string | null;
      readonly enabled?: boolean;
    },
  ): Promise<WebhookEndpoint> {
    const { registration, trail } = this.#parts;
    if (Object.keys(changes).length === 0) return registration.byId(organisationId, id);
    if (changes.url !== undefined) await registration.judge(changes.url);
    return trail.run(act, async (record) => {
      const endpoint = await registration.change(organisationId, id, changes);
      const facts = { ...changes, ...(changes.url !== undefined && { url: placeOf(changes.url) }) };
      await record({ organisationId, action: "webhook_endpoint.changed", subject: subjectOf(id), facts });
      return endpoint;
    });
  }

  rotateSecret(
    act: Act,
    organisationId: OrganisationId,
    id: EndpointId,
    secret: string | null,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
    const { trail, registration } = this.#parts;
    return trail.run(act, async (record) => {
      const rotated = await registration.rotateSecret(organisationId, id, secret);
      await record({
        organisationId,
        action: "webhook_endpoint.secret_rotated",
        subject: subjectOf(id),
        facts: {},
      });
      return rotated;
    });
  }

  remove(act: Act, organisationId: OrganisationId, id: EndpointId): Promise<void> {
    const { trail, registration } = this.#parts;
    return trail.run(act, async (record) => {
      await registration.remove(organisationId, id);
      await record({ organisationId, action: "webhook_endpoint.removed", subject: subjectOf(id), facts: {} });
    });
  }

  /** @returns the id of the event */
  ping(
    act: Act,
    organisation: { readonly id: OrganisationId; readonly slug: string },
    id: EndpointId,
  ): Promise<string> {
    const { trail, registration } = this.#parts;
    return trail.run(act, async (record) => {
      const eventId = await registration.ping(organisation, id);
      const facts = { eventId };
      await record({
        organisationId: organisation.id,
        action: "webhook_endpoint.pinged",
        subject: subjectOf(id),
        facts,
      });
      return eventId;
    });
  }
}

function subjectOf(id: EndpointId): string {
  return `webhook_endpoint:${id}`;
}

/** Some receivers carry their own secret in path or query. */
function placeOf(url: string): string {
  return `${new URL(url).origin}/…`;
}
