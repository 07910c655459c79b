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
import { Database } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import { OrganisationRow } from "../database/entities.ts";
import { ORGANISATION_COLUMNS, type OrganisationColumns, organisationRecord } from "./organisation-row.ts";

const BY_SLUG = statement(
  "organisation-by-slug",
  `select ${ORGANISATION_COLUMNS} from organisation g where g.slug = $1`,
);
const BY_ID = statement(
  "organisation-by-id",
  `select ${ORGANISATION_COLUMNS} from organisation g where g.id = $1`,
);
const LIST = statement(
  "list-organisations",
  `select ${ORGANISATION_COLUMNS} from organisation g where ${behind(["g.id"], ["$1"])}
    order by g.id desc limit $2`,
);

export class PostgresOrganisations implements Organisations {
  static readonly as = Organisations;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(organisation: NewOrganisation): Promise<Organisation | null> {
    const { acceptedTokens, returnHosts, rates } = organisation;
    const row = {
      ...organisation,
      acceptedTokens: [...acceptedTokens],
      returnHosts: [...returnHosts],
      rates: { ...rates },
    };
    // A taken slug must not end the unit of work, as the refusal of a flush would.
    const inserted = await this.#db.em
      .createQueryBuilder(OrganisationRow)
      .insert(row)
      .onConflict("slug")
      .ignore()
      .returning("id")
      .execute<{ id: OrganisationId }>("get");
    return inserted ? { ...organisation, id: Number(inserted.id) } : null;
  }

  async bySlug(slug: string): Promise<Organisation | null> {
    const [row] = await this.#db.query<OrganisationColumns>(BY_SLUG, [slug]);
    return row ? organisationRecord(row) : null;
  }

  async list(page: Page): Promise<Organisation[]> {
    const rows = await this.#db.query<OrganisationColumns>(LIST, [page.after, page.limit]);
    return rows.map(organisationRecord);
  }

  async update(id: OrganisationId, changes: OrganisationChanges): Promise<Organisation> {
    const { acceptedTokens, returnHosts, rates, ...plain } = changes;
    await this.#db.em.nativeUpdate(
      OrganisationRow,
      { id },
      {
        ...plain,
        ...(acceptedTokens && { acceptedTokens: [...acceptedTokens] }),
        ...(returnHosts && { returnHosts: [...returnHosts] }),
        ...(rates && { rates: { ...rates } }),
      },
    );
    const [row] = await this.#db.query<OrganisationColumns>(BY_ID, [id]);
    invariant(row, "an organisation that is changed exists");
    return organisationRecord(row);
  }
}
