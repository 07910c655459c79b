import type { Page } from "../../../ports/page.ts";
import { Invitations } from "../../../ports/people/invitations.ts";
import type { Invitation } from "../../../src/people/team-rules.ts";
import type { InvitationId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { InvitationRow } from "../entities/people.ts";
import { int8, selection, text, together } from "../statements/selection.ts";

/** An invitation `i` to an organisation `g`, if to any. */
const INVITATION = selection(
  InvitationRow,
  "i",
  ["id", "email", "role", "inviter", "createdAt", "expiresAt"],
  {
    organisation: together({
      id: int8<OrganisationId>("organisationId"),
      slug: text({ sql: "(select g.slug from organisation g where g.id = i.organisation_id)" }),
      name: text({ sql: "(select g.name from organisation g where g.id = i.organisation_id)" }),
    }),
  },
);
const OPEN = { acceptedAt: null, withdrawnAt: null };

export class PostgresInvitations extends Store implements Invitations {
  static readonly as = Invitations;

  async add(invitation: Parameters<Invitations["add"]>[0]): Promise<Invitation | null> {
    const { organisationId, email, role, hash, inviter, createdAt, expiresAt } = invitation;
    const invitations = this.db.rows(INVITATION);
    await invitations.change(
      { organisationId, email, ...OPEN, expiresAt: { $lte: createdAt } },
      { withdrawnAt: createdAt },
    );
    return invitations.addOnce({ organisationId, email, role, hash, inviter, createdAt, expiresAt }, "any");
  }

  list(organisationId: OrganisationId | null, page: Page): Promise<Invitation[]> {
    return this.db.rows(INVITATION).page(page, { organisationId, ...OPEN });
  }

  async renew(
    organisationId: OrganisationId | null,
    id: InvitationId,
    { hash, expiresAt }: Parameters<Invitations["renew"]>[2],
  ): Promise<Invitation | null> {
    const where = { organisationId, id, ...OPEN };
    const [renewed] = await this.db.rows(INVITATION).changed(where, { hash, expiresAt });
    return renewed ?? null;
  }

  async withdraw(
    organisationId: OrganisationId | null,
    id: InvitationId,
    now: Date,
  ): Promise<Invitation | null> {
    const where = { organisationId, id, ...OPEN };
    const [withdrawn] = await this.db.rows(INVITATION).changed(where, { withdrawnAt: now });
    return withdrawn ?? null;
  }

  byHash(hash: Uint8Array, now: Date): Promise<Invitation | null> {
    return this.db.rows(INVITATION).locked({ hash, ...OPEN, expiresAt: { $gt: now } });
  }

  ofOperator(email: string, now: Date): Promise<Invitation | null> {
    const where = { email, organisationId: null, ...OPEN, expiresAt: { $gt: now } };
    return this.db.rows(INVITATION).locked(where);
  }

  async accept(id: InvitationId, now: Date): Promise<void> {
    await this.db.rows(InvitationRow).change({ id }, { acceptedAt: now });
  }

  isInvited(email: string, now: Date): Promise<boolean> {
    return this.db.rows(InvitationRow).exists({ email, ...OPEN, expiresAt: { $gt: now } });
  }
}
