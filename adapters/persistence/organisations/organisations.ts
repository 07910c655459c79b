import { changed } from "../statements/row.ts";
import {
  type NewOrganisation,
  type OrganisationChanges,
  Organisations,
} from "../../../ports/organisations/organisations.ts";
import type { Page } from "../../../ports/page.ts";
import type { Organisation } from "../../../src/organisations/organisation.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { behind } from "../statements/behind.ts";
import { statement } from "../statements/statement.ts";
import { ORGANISATION } from "./organisation-row.ts";
import { Store } from "../database/store.ts";

const CHANGING = [
  "name",
  "crypto_enabled",
  "accepted_tokens",
  "fiat_enabled",
  "fiat_currency",
  "rates",
  "entry_question_required",
  "hold_minutes",
  "max_pending_sessions",
  "max_pending_tickets",
  "wrong_answers_per_minute",
  "auto_publish_winners",
  "return_hosts",
  "treasury_address",
  "theme",
  "embed_origins",
  "locale",
  "hosted_checkout",
];
const BY_SLUG = statement(
  "organisation-by-slug",
  `select ${ORGANISATION.columns} from organisation g where g.slug = $1`,
);
const ADD = statement(
  "add-organisation",
  // A taken slug must not end the unit of work, as its refusal would.
  `insert into organisation as g (slug, name, crypto_enabled, accepted_tokens, fiat_enabled, fiat_currency, rates,
      entry_question_required, hold_minutes, max_pending_sessions, max_pending_tickets, wrong_answers_per_minute,
      auto_publish_winners, return_hosts, treasury_address, theme, embed_origins, locale, hosted_checkout, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
    on conflict (slug) do nothing returning ${ORGANISATION.columns}`,
);
const UPDATE = statement(
  "update-organisation",
  `update organisation g set ${changed("g", CHANGING, "$2")} where g.id = $1 returning ${ORGANISATION.columns}`,
);
const LIST = statement(
  "list-organisations",
  `select ${ORGANISATION.columns} from organisation g where ${behind(["g.id"], ["$1"])}
    order by g.id desc limit $2`,
);

export class PostgresOrganisations extends Store implements Organisations {
  static readonly as = Organisations;

  async add(organisation: NewOrganisation): Promise<Organisation | null> {
    const [added] = await this.db.query(ADD, [
      organisation.slug,
      organisation.name,
      organisation.cryptoEnabled,
      organisation.acceptedTokens,
      organisation.fiatEnabled,
      organisation.fiatCurrency,
      organisation.rates,
      organisation.entryQuestionRequired,
      organisation.holdMinutes,
      organisation.maxPendingSessions,
      organisation.maxPendingTickets,
      organisation.wrongAnswersPerMinute,
      organisation.autoPublishWinners,
      organisation.returnHosts,
      organisation.treasuryAddress,
      organisation.theme,
      organisation.embedOrigins,
      organisation.locale,
      organisation.hostedCheckout,
      organisation.createdAt,
    ]);
    return added ? ORGANISATION.record(added) : null;
  }

  async bySlug(slug: string): Promise<Organisation | null> {
    const [row] = await this.db.query(BY_SLUG, [slug]);
    return row ? ORGANISATION.record(row) : null;
  }

  async list(page: Page): Promise<Organisation[]> {
    const rows = await this.db.read(LIST, [page.after, page.limit], "current");
    return rows.map(ORGANISATION.record);
  }

  async update(id: OrganisationId, changes: OrganisationChanges): Promise<Organisation> {
    const [row] = await this.db.query(UPDATE, [id, ORGANISATION.changes(changes)]);
    invariant(row, "an organisation that is changed exists");
    return ORGANISATION.record(row);
  }
}
