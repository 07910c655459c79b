import { Logins } from "../../../ports/people/logins.ts";
import {
  type Login,
  type LoginMeans,
  MEMBERS_LOGIN,
  OPERATORS_LOGIN,
  REQUESTS_A_MINUTE,
} from "../../../src/people/login.ts";
import type { MemberRole, OperatorRole } from "../../../src/people/role.ts";
import type { LoginId, OrganisationId, PersonId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { LoginRow } from "../entities/people.ts";
import { flag, int4, int8, json, relation, selection, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

const LISTED_MAX = 100;

interface MembershipRow {
  readonly id: OrganisationId;
  readonly slug: string;
  readonly name: string;
  readonly role: MemberRole;
}

/** The result of `admit_login`. */
const ADMITTED = relation("a", {
  loginId: int8<LoginId>(),
  means: text<LoginMeans>(),
  person: {
    id: int8<PersonId>("person_id"),
    email: text(),
    name: text(),
    operatorRole: text<OperatorRole>().orNull,
  },
  createdAt: time(),
  seenAt: time(),
  confirmedAt: time().orNull,
  passkeys: int4(),
  memberships: json<readonly MembershipRow[]>().orNull,
  allowed: flag(),
  remaining: int4(),
  resetAt: int8(),
  retryAfterSec: int4("retry_after"),
});
/** A login `l` of a person `p`. */
const LOGIN = selection(
  LoginRow,
  "l",
  ["id", "means", "browser", "client", "createdAt", "seenAt"],
  {},
  { p: "person" },
);

/** Spelled for PostgreSQL. */
const AGES = [MEMBERS_LOGIN, OPERATORS_LOGIN].flatMap(({ idleMs, longestMs }) => [
  `${idleMs} milliseconds`,
  `${longestMs} milliseconds`,
]);
const ADMIT = statement(
  "admit-login",
  `select ${ADMITTED.columns} from admit_login($1, $2, $3, $4, $5, $6, $7) a`,
);

/** Logins that these ages have not ended. */
const within = ({ idleMs, longestMs }: typeof MEMBERS_LOGIN, now: Date) => ({
  seenAt: { $gt: new Date(now.getTime() - idleMs) },
  createdAt: { $gt: new Date(now.getTime() - longestMs) },
});

export class PostgresLogins extends Store implements Logins {
  static readonly as = Logins;

  async begin(login: Parameters<Logins["begin"]>[0]): Promise<LoginId> {
    const { hash, personId, means, browser, client, now, confirmed } = login;
    const times = { createdAt: now, seenAt: now, confirmedAt: confirmed ? now : null };
    return (await this.db.rows(LOGIN).add({ hash, personId, means, browser, client, ...times })).id;
  }

  async admit(hash: Uint8Array, now: Date): ReturnType<Logins["admit"]> {
    const [found] = await this.db.query(ADMIT, [hash, now, ...AGES, REQUESTS_A_MINUTE]);
    if (!found) return null;
    const { allowed, remaining, resetAt, retryAfterSec, memberships, ...signedIn } = ADMITTED.record(found);
    return {
      signedIn: {
        ...signedIn,
        memberships: (memberships ?? []).map(({ role, ...organisation }) => ({ organisation, role })),
      },
      budget: { allowed, limit: REQUESTS_A_MINUTE, remaining, resetAt, retryAfterSec },
    };
  }

  list(personId: PersonId, now: Date): Promise<Login[]> {
    const $or = [
      { "p.operatorRole": null, ...within(MEMBERS_LOGIN, now) },
      { "p.operatorRole": { $ne: null }, ...within(OPERATORS_LOGIN, now) },
    ];
    return this.db.rows(LOGIN).list({ personId, $or }, { order: { id: "desc" }, limit: LISTED_MAX });
  }

  async end(personId: PersonId, id: LoginId): Promise<boolean> {
    return (await this.db.rows(LoginRow).remove({ personId, id })) > 0;
  }

  endAll(personId: PersonId, except: LoginId | null): Promise<number> {
    return this.db.rows(LoginRow).remove({ personId, ...(except !== null && { id: { $ne: except } }) });
  }

  async endByHash(hash: Uint8Array): Promise<void> {
    await this.db.rows(LoginRow).remove({ hash });
  }

  async confirm(id: LoginId, now: Date): Promise<boolean> {
    return (await this.db.rows(LoginRow).change({ id }, { confirmedAt: now })) > 0;
  }
}
