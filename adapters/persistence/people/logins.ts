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
import { flag, int4, int8, json, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const LISTED_MAX = 100;

interface MembershipRow {
  readonly id: OrganisationId;
  readonly slug: string;
  readonly name: string;
  readonly role: MemberRole;
}

/** The result of `admit_login`. */
const ADMITTED = row("a", {
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
const LOGIN = row("login l", {
  id: int8<LoginId>(),
  means: text<LoginMeans>(),
  browser: text(),
  client: text(),
  createdAt: time(),
  seenAt: time(),
});

/** Spelled for PostgreSQL. */
const AGES = [MEMBERS_LOGIN, OPERATORS_LOGIN].flatMap(({ idleMs, longestMs }) => [
  `${idleMs} milliseconds`,
  `${longestMs} milliseconds`,
]);
const BEGIN = statement(
  "begin-login",
  `insert into login (hash, person_id, means, browser, client, created_at, seen_at, confirmed_at)
    values ($1, $2, $3, $4, $5, $6, $6, case when $7 then $6::timestamptz end) returning id`,
);
const ADMIT = statement(
  "admit-login",
  `select ${ADMITTED.columns} from admit_login($1, $2, $3, $4, $5, $6, $7) a`,
);
const LIST = statement(
  "list-logins",
  `select ${LOGIN.columns} from login l join person p on p.id = l.person_id
    where l.person_id = $1
      and l.seen_at > $2::timestamptz - case when p.operator_role is null then $3::interval else $5::interval end
      and l.created_at > $2::timestamptz - case when p.operator_role is null then $4::interval else $6::interval end
    order by l.id desc limit ${LISTED_MAX}`,
);
const END = statement("end-login", "delete from login l where l.person_id = $1 and l.id = $2 returning l.id");
const END_ALL = statement(
  "end-logins",
  "delete from login l where l.person_id = $1 and l.id is distinct from $2::bigint returning l.id",
);
const END_BY_HASH = statement("end-login-by-hash", "delete from login l where l.hash = $1");
const CONFIRM = statement(
  "confirm-login",
  "update login l set confirmed_at = $2 where l.id = $1 returning l.id",
);

export class PostgresLogins extends Store implements Logins {
  static readonly as = Logins;

  async begin(login: Parameters<Logins["begin"]>[0]): Promise<LoginId> {
    const { hash, personId, means, browser, client, now, confirmed } = login;
    const values = [hash, personId, means, browser, client, now, confirmed];
    const [begun] = await this.db.query<{ id: string }>(BEGIN, values);
    return Number(begun!.id);
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

  async list(personId: PersonId, now: Date): Promise<Login[]> {
    const rows = await this.db.query(LIST, [personId, now, ...AGES]);
    return rows.map(LOGIN.record);
  }

  async end(personId: PersonId, id: LoginId): Promise<boolean> {
    return (await this.db.query(END, [personId, id])).length > 0;
  }

  async endAll(personId: PersonId, except: LoginId | null): Promise<number> {
    return (await this.db.query(END_ALL, [personId, except])).length;
  }

  async endByHash(hash: Uint8Array): Promise<void> {
    await this.db.query(END_BY_HASH, [hash]);
  }

  async confirm(id: LoginId, now: Date): Promise<boolean> {
    return (await this.db.query(CONFIRM, [id, now])).length > 0;
  }
}
