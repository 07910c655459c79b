import type { Pool } from "pg";
import type { Operator } from "../../../adapters/http/callers/caller.ts";
import type { Route } from "../../../adapters/http/kernel/route.ts";
import type { Caller } from "../../../ports/organisations/access-control.ts";
import { creditDraws } from "../../support/builders/draw-balance.ts";
import { DrawClient } from "../../support/draws/draw-client.ts";
import { Partner, type PartnerOptions } from "../../support/builders/partner.ts";
import { ProofKey } from "../../support/draws/proof-key.ts";
import { addPerson } from "../../support/people/console-browser.ts";
import { ADMIN_TOKEN, type Json, type TestService } from "../../support/service/service.ts";

/** A kind of thing that has an id. */
export type Kind =
  | "competition"
  | "prize"
  | "question"
  | "session"
  | "api key"
  | "endpoint"
  | "delivery"
  | "event"
  | "account"
  | "affiliate"
  | "winner"
  | "refund"
  | "unmatched payment"
  | "member"
  | "invitation"
  | "dispute"
  | "note"
  | "draw";
export type Ids = Readonly<Record<Kind, string | number>>;

/** One organisation with one thing of each kind; its marker is in every text that it stores. */
export interface World {
  readonly partner: Partner;
  readonly marker: string;
  /** What stands in lists where no text of the organisation's own can: an address, the hash of a transaction, a session. */
  readonly marks: readonly string[];
  readonly ids: Ids;
  /** Signs the proofs of the partner's key. */
  readonly draws: DrawClient;
}

/** The key of every world: a rotation to it changes nothing. */
export const PROOF_KEY = new ProofKey();

/** Ids that nothing has. */
export const UNKNOWN: Ids = {
  competition: 900_000_000_001,
  prize: 900_000_000_002,
  question: 900_000_000_003,
  session: `cs_${"0".repeat(26)}`,
  "api key": 900_000_000_004,
  endpoint: 900_000_000_005,
  account: 900_000_000_006,
  affiliate: "nobodys-code",
  winner: 900_000_000_007,
  refund: 900_000_000_008,
  "unmatched payment": 900_000_000_011,
  dispute: 900_000_000_012,
  delivery: 900_000_000_009,
  event: `evt_${"0".repeat(26)}`,
  member: 900_000_000_014,
  invitation: 900_000_000_015,
  note: 900_000_000_016,
  draw: "00000000-0000-4000-8000-000000000010",
};

/** @param marker also the slug */
export async function addWorld(
  service: TestService,
  marker: string,
  options: PartnerOptions = {},
): Promise<World> {
  const partner = await Partner.add(service, {
    slug: marker,
    cryptoEnabled: true,
    entryQuestionRequired: true,
    rails: { USD: "fields" },
    ...options,
  });
  const { pool } = service.database;
  const add = async (path: string, body: object) => {
    const [key, base] = path.startsWith("/organisations/")
      ? [ADMIN_TOKEN, "/admin/api/v1"]
      : [partner.key, "/api/v1"];
    const { json, text } = await service.call("POST", base + path, { key, body });
    if (!json?.data) throw new Error(`POST ${path}: ${text}`);
    return json.data;
  };
  const { question, prize, competition, affiliate, session } = await addSale(partner, add, marker);
  const endpoint = await add(`/organisations/${marker}/webhook-endpoints`, {
    url: `http://127.0.0.1:1/${marker}`,
  });
  const winner = await addWinner(pool, session.id);
  const refund = await addFailedRefund(pool, session.id, marker);
  const unmatched = await addUnmatched(pool, partner.organisation.id, marker);
  const delivery = await addFailedDelivery(pool, endpoint.id, marker);
  const memberOf = [{ organisationId: partner.organisation.id, role: "viewer" }] as const;
  const member = await addPerson(service, { email: `member@${marker}.example`, memberOf });
  const invited = { email: `invited@${marker}.example`, role: "viewer" };
  const invitation = await add(`/organisations/${marker}/invitations`, invited);
  const note = await add(`/organisations/${marker}/orders/${session.id}/notes`, { text: marker });
  const draws = await DrawClient.add(partner, { apiKey: partner.key, proofKey: PROOF_KEY });
  const txHash = await creditDraws(service, partner.organisation.id, 1_000_000);
  const { settlement } = (await draws.get("/draws/info")).json;
  return {
    partner,
    marker,
    marks: [settlement.depositAddress, txHash, session.id],
    draws,
    ids: {
      competition: competition.id,
      prize: prize.id,
      question: question.id,
      session: session.id,
      "api key": partner.keyId,
      endpoint: endpoint.id,
      delivery: delivery.id,
      event: delivery.eventId,
      account: winner.accountId,
      affiliate: affiliate.code,
      winner: winner.id,
      refund,
      "unmatched payment": unmatched,
      member: member.id,
      invitation: invitation.id,
      dispute: await addDispute(pool, session.id, marker),
      note: note.id,
      draw: await draws.commit(),
    },
  };
}

type Add = (path: string, body: object) => Promise<Json>;

/** A buyer who answered a question, at a competition, by an affiliate's link. */
async function addSale(partner: Partner, add: Add, marker: string) {
  const question = await partner.addQuestion(marker);
  const { pass: skillPass } = await add("/entry-question/verify", {
    questionId: question.id,
    answerIndex: question.answerIndex,
  });
  const prize = await add("/prizes", { name: marker, category: marker, retailValueUSDCents: 1 });
  const competition = await add("/competitions", competitionOf(prize.id, marker));
  await partner.patch(`/competitions/${competition.id}`, { status: "active" });
  const buyer = { email: `buyer@${marker}.example` };
  const affiliate = await add(`/organisations/${marker}/affiliates`, {
    code: marker,
    name: marker,
    commissionBps: 1_000,
  });
  const session = await add("/checkout/sessions", {
    competitionId: competition.id,
    buyer,
    skillPass,
    affiliate: affiliate.code,
  });
  return { question, prize, competition, affiliate, session };
}

/** Makes a session's buyer the winner. */
async function addWinner(
  pool: Pool,
  session: string,
): Promise<{ readonly id: number; readonly accountId: number }> {
  const { rows } = await pool.query<{ id: string; account_id: string }>(
    `insert into winner (organisation_id, lot_id, ticket_number, account_id, won_at, published_at)
     select organisation_id, lot_id, 1, account_id, now(), now() from ticket_order where id = $1
     returning id, account_id`,
    [session],
  );
  return { id: Number(rows[0]!.id), accountId: Number(rows[0]!.account_id) };
}

/** Records late money for a session. @returns its id */
async function addFailedRefund(pool: Pool, session: string, marker: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `with late as (
       insert into payment (organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency,
         state, received_at)
       select organisation_id, id, rail_kind, rail_provider, $2, 500, 'USD', 'late', now() from ticket_order where id = $1
       returning *
     )
     insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at)
     select organisation_id, order_id, id, 'refund-' || id, amount, currency, $2, 'failed', now(), now() from late
     returning id`,
    [session, marker],
  );
  return Number(rows[0]!.id);
}

/** Money for an order that is not here. @returns its id */
async function addUnmatched(pool: Pool, organisation: number, marker: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into unmatched_payment (organisation_id, rail_account_id, provider_payment_id, order_id, amount, currency, state,
       found_by, found_at)
     select organisation_id, id, $2, 'cs_lost', 500, 'USD', 'open', 'recovery', now() from rail_account
     where organisation_id = $1 limit 1 returning id`,
    [organisation, marker],
  );
  return Number(rows[0]!.id);
}

/** About a session's payment. @returns its id */
async function addDispute(pool: Pool, session: string, marker: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into dispute (organisation_id, rail_account_id, provider_dispute_id, order_id, stage, amount, currency, tickets,
       created_at, updated_at)
     select organisation_id, rail_account_id, $2, id, 'opened', 500, 'USD', 'kept', now(), now() from ticket_order
     where id = $1 returning id`,
    [session, marker],
  );
  return Number(rows[0]!.id);
}

/** Adds a delivery of an event to an endpoint. */
async function addFailedDelivery(
  pool: Pool,
  endpoint: number,
  marker: string,
): Promise<{ readonly id: number; readonly eventId: string }> {
  const { rows } = await pool.query<{ id: string; event_id: string }>(
    `with told as (
       insert into event (id, organisation_id, type, payload, created_at)
       select 'evt_' || lpad(id::text, 26, '0'), organisation_id, 'ping', json_build_object('note', $2::text), now()
       from webhook_endpoint where id = $1 returning *
     )
     insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at)
     select 8 * nextval('delivery_number') + slot, slot, organisation_id, id, $1, 'failed', now(), now() from told returning id, event_id`,
    [endpoint, marker],
  );
  return { id: Number(rows[0]!.id), eventId: rows[0]!.event_id };
}

export function competitionOf(prizeId: unknown, title: string) {
  return {
    prizeId,
    title,
    ticketPriceUSDCents: 500,
    maxTickets: 1_000_000,
    startDate: "2020-01-01T00:00:00Z",
    endDate: "2999-12-31T00:00:00Z",
  };
}

type AnyRoute = Pick<Route<Caller> | Route<Operator>, "method" | "path">;

/** `POST /competitions/{id}/cancel`: how tests name a route. */
export function nameOf({ method, path }: AnyRoute): string {
  return `${method} ${path}`;
}

/** The path of a route with its placeholders filled in. */
export function pathOf({ path }: AnyRoute, values: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
