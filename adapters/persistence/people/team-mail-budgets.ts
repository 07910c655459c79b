import { createHash } from "node:crypto";
import { TeamMailBudgets } from "../../../ports/people/team-mail-budgets.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;

const SPEND = statement(
  "spend-team-mail",
  "select f.allowed, f.retry_after from spend_failure($1, $2, $3) f",
);

export class PostgresTeamMailBudgets extends Store implements TeamMailBudgets {
  static readonly as = TeamMailBudgets;

  async spend(
    { to, organisationId }: Parameters<TeamMailBudgets["spend"]>[0],
    { recipientPerHour, teamPerDay }: Parameters<TeamMailBudgets["spend"]>[1],
  ): Promise<number> {
    // Always in this order, so that two mails of a team cannot deadlock. Addresses are stored as hashes.
    const team = `mail of ${organisationId ?? "service"}`;
    const recipient = createHash("sha256").update(to).digest("base64url");
    const retryAfter = await this.#take(team, teamPerDay, DAY_SEC);
    return retryAfter || this.#take(`${team} to ${recipient}`, recipientPerHour, HOUR_SEC);
  }

  async #take(key: string, quota: number, windowSec: number): Promise<number> {
    const [spent] = await this.db.query<{ allowed: boolean; retry_after: number }>(SPEND, [
      key,
      quota,
      windowSec,
    ]);
    return spent!.allowed ? 0 : Math.max(1, spent!.retry_after);
  }
}
