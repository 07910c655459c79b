import {
  type NewOrganisation,
  type OrganisationChanges,
  Organisations,
} from "../../../ports/organisations/organisations.ts";
import type { Page } from "../../../ports/page.ts";
import type { Mode } from "../../../src/organisations/mode.ts";
import type { Organisation } from "../../../src/organisations/organisation.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { OrganisationRow } from "../entities/organisations.ts";
import { selection } from "../statements/selection.ts";
import { ORGANISATION } from "./organisation-row.ts";
import { Store } from "../database/store.ts";

/** The mode of an organisation `g`. */
const MODE = selection(OrganisationRow, "g", ["mode"]);

export class PostgresOrganisations extends Store implements Organisations {
  static readonly as = Organisations;

  /** A taken slug does not end the unit of work. */
  add(organisation: NewOrganisation): Promise<Organisation | null> {
    return this.db.rows(ORGANISATION).addOnce(organisation, ["slug"]);
  }

  bySlug(slug: string): Promise<Organisation | null> {
    return this.db.rows(ORGANISATION).one({ slug });
  }

  async modeOf(id: OrganisationId): Promise<Mode> {
    const organisation = await this.db.rows(MODE).one({ id });
    invariant(organisation, "an organisation whose mode is read exists");
    return organisation.mode;
  }

  list(page: Page): Promise<Organisation[]> {
    return this.db.rows(ORGANISATION).page(page, {}, { freshness: "current" });
  }

  async update(id: OrganisationId, changes: OrganisationChanges): Promise<Organisation> {
    const [organisation] = await this.db.rows(ORGANISATION).changed({ id }, changes);
    invariant(organisation, "an organisation that is changed exists");
    return organisation;
  }
}
