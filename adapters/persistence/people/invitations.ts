import type { Page } from "../../../ports/page.ts";
import { Invitations } from "../../../ports/people/invitations.ts";
import type { MemberRole, OperatorRole } from "../../../src/people/role.ts";
import type { Invitation } from "../../../src/people/team-rules.ts";
import type { InvitationId, OrganisationId } from "../../../src/shared/ids.ts";
import { behind } from "../statements/behind.ts";
import { int8, row, text, time, together } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** An invitation `i` to an organisation `g`, if to any. */
const INVITATION = row("invitation i", {
  id: int8<InvitationId>(),
  organisation: together({
    id: int8<OrganisationId>("organisation_id"),
    slug: text({ sql: "(select g.slug from organisation g where g.id = i.organisation_id)" }),
    name: text({ sql: "(select g.name from organisation g where g.id = i.organisation_id)" }),
  }),
  email: text(),
  role: text<MemberRole | OperatorRole>(),
  inviter: text(),
  createdAt: time(),
  expiresAt: time(),
});
const OPEN = "i.accepted_at is null and i.withdrawn_at is null";
const OF = "i.organisation_id is not distinct from $1::bigint";
const FORGET = statement(
  "withdraw-old-invitation",
  `update invitation i set withdrawn_at = $3 where ${OF} and i.email = $2 and ${OPEN} and i.expires_at <= $3`,
);
const ADD = statement(
  "add-invitation",
  `insert into invitation as i (organisation_id, email, role, hash, inviter, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${INVITATION.columns}`,
);
const LIST = statement(
  "list-invitations",
  `select ${INVITATION.columns} from invitation i where ${OF} and ${OPEN} and ${behind(["i.id"], ["$2"])}
    order by i.id desc limit $3`,
);
const RENEW = statement(
  "renew-invitation",
  `update invitation i set hash = $3, expires_at = $4 where ${OF} and i.id = $2 and ${OPEN}
    returning ${INVITATION.columns}`,
);
const WITHDRAW = statement(
  "withdraw-invitation",
  `update invitation i set withdrawn_at = $3 where ${OF} and i.id = $2 and ${OPEN} returning ${INVITATION.columns}`,
);
const BY_HASH = statement(
  "invitation-by-hash",
  `select ${INVITATION.columns} from invitation i where i.hash = $1 and ${OPEN} and i.expires_at > $2
    for no key update`,
);
const OF_OPERATOR = statement(
  "operator-invitation-by-email",
  `select ${INVITATION.columns} from invitation i where i.email = $1 and i.organisation_id is null and ${OPEN}
      and i.expires_at > $2 for no key update`,
);
const ACCEPT = statement("accept-invitation", "update invitation i set accepted_at = $2 where i.id = $1");
const IS_INVITED = statement(
  "email-is-invited",
  `select exists (select from invitation i where i.email = $1 and ${OPEN} and i.expires_at > $2) as invited`,
);

export class PostgresInvitations extends Store implements Invitations {
  static readonly as = Invitations;

  async add(invitation: Parameters<Invitations["add"]>[0]): Promise<Invitation | null> {
    const { organisationId, email, role, hash, inviter, createdAt, expiresAt } = invitation;
    await this.db.query(FORGET, [organisationId, email, createdAt]);
    const values = [organisationId, email, role, hash, inviter, createdAt, expiresAt];
    const [added] = await this.db.query(ADD, values);
    return added ? INVITATION.record(added) : null;
  }

  async list(organisationId: OrganisationId | null, page: Page): Promise<Invitation[]> {
    return (await this.db.query(LIST, [organisationId, page.after, page.limit])).map(INVITATION.record);
  }

  async renew(
    organisationId: OrganisationId | null,
    id: InvitationId,
    { hash, expiresAt }: Parameters<Invitations["renew"]>[2],
  ): Promise<Invitation | null> {
    const [renewed] = await this.db.query(RENEW, [organisationId, id, hash, expiresAt]);
    return renewed ? INVITATION.record(renewed) : null;
  }

  async withdraw(
    organisationId: OrganisationId | null,
    id: InvitationId,
    now: Date,
  ): Promise<Invitation | null> {
    const [withdrawn] = await this.db.query(WITHDRAW, [organisationId, id, now]);
    return withdrawn ? INVITATION.record(withdrawn) : null;
  }

  async byHash(hash: Uint8Array, now: Date): Promise<Invitation | null> {
    const [found] = await this.db.query(BY_HASH, [hash, now]);
    return found ? INVITATION.record(found) : null;
  }

  async ofOperator(email: string, now: Date): Promise<Invitation | null> {
    const [found] = await this.db.query(OF_OPERATOR, [email, now]);
    return found ? INVITATION.record(found) : null;
  }

  async accept(id: InvitationId, now: Date): Promise<void> {
    await this.db.query(ACCEPT, [id, now]);
  }

  async isInvited(email: string, now: Date): Promise<boolean> {
    const [found] = await this.db.query<{ invited: boolean }>(IS_INVITED, [email, now]);
    return found!.invited;
  }
}
