import { Lots } from "../../ports/lots/lots.ts";
import { Finder } from "../../ports/search/finder.ts";
import type { LotId, OrganisationId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import type { Finding, FindingAnywhere, FindingDetails, NamedBy } from "./finding.ts";
import { type SearchText, searchTextOf } from "./search-text.ts";
import { Process } from "../shared/process.ts";

/** The search: a text, or the ticket with this number of a lot. */
export interface SearchQuery {
  readonly text: string;
  /** Lot for a ticket's number in the text. */
  readonly lotId: LotId | null;
  /** Limit of the time of listed orders; older ones only. */
  readonly placedBefore: Date | null;
  /** false: an email finds nothing, for callers who see emails in part. */
  readonly findsByEmail: boolean;
}

/** Position at which a search continues: in one part, after a thing; null: at the part's beginning. */
export interface SearchPlace {
  readonly part: SearchPart;
  readonly behind: string | null;
}

/** Parts in order: things that the text names, the buyer's orders, lots by title, orders that must be scanned. */
export const SEARCH_PARTS = ["names", "orders", "titles", "others"] as const;
export type SearchPart = (typeof SEARCH_PARTS)[number];

interface Slice {
  readonly limit: number;
  readonly behind: string | null;
}
/** `next`: the thing after which the part continues; null: it has no more. */
interface Found {
  readonly findings: readonly Finding[];
  readonly next: string | null;
}
const NOTHING: Found = { findings: [], next: null };

/** Finds purchases, and related things, by any of their names. Changes nothing. */
export class Search extends Process<typeof Search.needs> {
  static readonly needs = { finder: Finder, lots: Lots };

  /**
   * Finds one page, in a stable order: a place continues where the earlier page ended. It may be short or empty
   * although more follow. Raises not_found for an unknown lot.
   * @returns next: null at the end
   */
  async find(
    organisationId: OrganisationId,
    query: SearchQuery,
    { limit, from }: { readonly limit: number; readonly from: SearchPlace | null },
  ): Promise<{ readonly findings: readonly Finding[]; readonly next: SearchPlace | null }> {
    if (query.lotId !== null) {
      return { findings: await this.#ofTicket(organisationId, query.lotId, query.text), next: null };
    }
    const { ticket } = read(query);
    if (ticket !== null) {
      const { finder } = this.parts;
      return { findings: await finder.ofTicket(organisationId, ticket.lotId, ticket.number), next: null };
    }
    const findings: Finding[] = [];
    let place = from ?? { part: SEARCH_PARTS[0], behind: null };
    for (;;) {
      const slice = { limit: limit - findings.length, behind: place.behind };
      const found = await this.#look(organisationId, query, place.part, slice);
      findings.push(...found.findings);
      if (found.next !== null) return { findings, next: { part: place.part, behind: found.next } };
      const following = SEARCH_PARTS[SEARCH_PARTS.indexOf(place.part) + 1];
      if (following === undefined) return { findings, next: null };
      place = { part: following, behind: null };
      if (findings.length === limit) return { findings, next: place };
    }
  }

  /** Finds by index what the text names, in any organisation, at most `limit`. Scans need an organisation. */
  async findAnywhere(text: string, limit: number): Promise<readonly FindingAnywhere[]> {
    const { finder } = this.parts;
    const query = searchTextOf(text);
    const { ticket } = query;
    if (ticket !== null) return finder.ofTicketAnywhere(ticket.lotId, ticket.number);
    return (await finder.namedAnywhere(query, limit)).slice(0, limit);
  }

  /** Returns the details of findings, in their order. */
  details(findings: readonly FindingAnywhere[]): Promise<readonly FindingDetails[]> {
    return findings.length === 0 ? Promise.resolve([]) : this.parts.finder.details(findings);
  }

  async #ofTicket(organisationId: OrganisationId, lotId: LotId, text: string): Promise<readonly Finding[]> {
    const { finder, lots } = this.parts;
    if ((await lots.byId(organisationId, lotId)) === null) throw NotFound.because();
    const { number } = searchTextOf(text);
    return number === null ? [] : finder.ofTicket(organisationId, lotId, number);
  }

  async #look(
    organisationId: OrganisationId,
    search: SearchQuery,
    part: SearchPart,
    { limit, behind }: Slice,
  ): Promise<Found> {
    const { finder } = this.parts;
    const { text, placedBefore: before } = search;
    const query = read(search);
    // The service's own ids have one meaning; the other parts would find nothing.
    if (part !== "names" && query.ownId) return NOTHING;
    switch (part) {
      case "names":
        return pageOf(await finder.byName(organisationId, query), { limit, behind });
      case "orders":
        return this.#ordersOfBuyer(organisationId, query, before, { limit, behind });
      case "titles": {
        const after = behind === null ? null : Number(behind);
        const titled = await finder.titled(organisationId, text, { limit: limit + 1, after });
        return cut(titled, limit);
      }
      case "others": {
        const slice = { limit, after: behind, before };
        const { findings, lookedAt } = await finder.amongOrders(organisationId, text, slice);
        return { findings, next: lookedAt };
      }
    }
  }

  async #ordersOfBuyer(
    organisationId: OrganisationId,
    query: SearchText,
    before: Date | null,
    { limit, behind }: Slice,
  ): Promise<Found> {
    const { finder } = this.parts;
    const namedBy = buyerNamedBy(query);
    if (namedBy === null) return NOTHING;
    const account = await finder.account(organisationId, query);
    if (account === null) return NOTHING;
    const orders = await finder.ordersOf(organisationId, account, {
      limit: limit + 1,
      after: behind,
      before,
    });
    return cut(
      orders.map((order) => ({ ...order, namedBy })),
      limit,
    );
  }
}

function read({ text, findsByEmail }: SearchQuery): SearchText {
  const query = searchTextOf(text);
  return findsByEmail ? query : { ...query, email: null };
}

function buyerNamedBy({ email, wallet, number }: SearchText): NamedBy | null {
  if (email !== null) return "email";
  if (wallet !== null) return "walletAddress";
  return number === null ? null : "accountId";
}

/** Cuts a page from a list that was read with one more element. */
function cut(read: readonly Finding[], limit: number): Found {
  const findings = read.slice(0, limit);
  return { findings, next: read.length > limit ? findings.at(-1)!.id : null };
}

/** Returns a page of a short list that is always read in full, after a `kind.id`. */
function pageOf(all: readonly Finding[], { limit, behind }: Slice): Found {
  const nameOf = ({ kind, id }: Finding) => `${kind}.${id}`;
  const start = behind === null ? 0 : all.findIndex((finding) => nameOf(finding) === behind) + 1;
  const findings = all.slice(start, start + limit);
  const ended = start + limit >= all.length;
  return { findings, next: ended ? null : nameOf(findings.at(-1)!) };
}
