import { type Act, AuditTrail } from "../audit/audit-trail.ts";
import type { WebhookEndpoint } from "./endpoint.ts";
import type { EventType } from "./event.ts";
import { Registration } from "./registration.ts";

/** Registration in the operator's hands: what changes leaves an audit entry. */
export class EndpointAdministration {
  static readonly needs = [Registration, AuditTrail] as const;
  readonly #registration: Registration;
  readonly #trail: AuditTrail;

  constructor(registration: Registration, trail: AuditTrail) {
    this.#registration = registration;
    this.#trail = trail;
  }

  async register(
    act: Act,
    organisationId: number,
    wanted: Parameters<Registration["register"]>[1],
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
    await this.#registration.judge(wanted.url);
    return this.#trail.run(act, async (record) => {
      const registered = await this.#registration.register(organisationId, wanted);
      const { id, url, events } = registered.endpoint;
      const facts = { url: placeOf(url), events };
      await record({ organisationId, action: "webhook_endpoint.created", subject: subjectOf(id), facts });
      return registered;
    });
  }

  async change(
    act: Act,
    organisationId: number,
    id: number,
    changes: {
      readonly url?: string;
      readonly events?: readonly EventType[] | null;
      readonly description?: string | null;
      readonly enabled?: boolean;
    },
  ): Promise<WebhookEndpoint> {
    if (Object.keys(changes).length === 0) return this.#registration.byId(organisationId, id);
    if (changes.url !== undefined) await this.#registration.judge(changes.url);
    return this.#trail.run(act, async (record) => {
      const endpoint = await this.#registration.change(organisationId, id, changes);
      const facts = { ...changes, ...(changes.url !== undefined && { url: placeOf(changes.url) }) };
      await record({ organisationId, action: "webhook_endpoint.changed", subject: subjectOf(id), facts });
      return endpoint;
    });
  }

  rotateSecret(
    act: Act,
    organisationId: number,
    id: number,
    secret: string | null,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
    return this.#trail.run(act, async (record) => {
      const rotated = await this.#registration.rotateSecret(organisationId, id, secret);
      await record({
        organisationId,
        action: "webhook_endpoint.secret_rotated",
        subject: subjectOf(id),
        facts: {},
      });
      return rotated;
    });
  }

  remove(act: Act, organisationId: number, id: number): Promise<void> {
    return this.#trail.run(act, async (record) => {
      await this.#registration.remove(organisationId, id);
      await record({ organisationId, action: "webhook_endpoint.removed", subject: subjectOf(id), facts: {} });
    });
  }

  /** @returns the id of the event */
  ping(act: Act, organisation: { readonly id: number; readonly slug: string }, id: number): Promise<string> {
    return this.#trail.run(act, async (record) => {
      const eventId = await this.#registration.ping(organisation, id);
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

function subjectOf(id: number): string {
  return `webhook_endpoint:${id}`;
}

/** Some receivers carry their own secret in path or query. */
function placeOf(url: string): string {
  return `${new URL(url).origin}/…`;
}
