import { statement } from "../statements/statement.ts";
import { Pruning } from "../../../ports/jobs/pruning.ts";
import { Store } from "./store.ts";

const PRUNE = statement("prune", "select prune($1, $2) as deleted");
const EMPTY_SLOT = statement("empty-slot", "select empty_slot($1) = 'emptied' as emptied");

const DROP_SECRETS = statement(
  "drop-previous-secrets",
  `with dropped as (
      update webhook_endpoint set previous_secret = null, previous_secret_until = null
      where id in (select p.id from webhook_endpoint p where p.previous_secret_until <= $1 limit $2) returning 1
    ) select count(*)::integer as deleted from dropped`,
);

const DROP_CREDENTIALS = statement(
  "drop-previous-credentials",
  `with dropped as (
      update rail_account set previous_credentials = null, previous_until = null
      where id in (select r.id from rail_account r where r.previous_until <= $1 limit $2) returning 1
    ) select count(*)::integer as deleted from dropped`,
);

export class PostgresPruning extends Store implements Pruning {
  static readonly as = Pruning;

  async prune(now: Date, limit: number): Promise<number> {
    const [slot] = await this.db.query<{ emptied: boolean | null }>(EMPTY_SLOT, [now]);
    const [row] = await this.db.query<{ deleted: number }>(PRUNE, [now, limit]);
    const [secrets] = await this.db.query<{ deleted: number }>(DROP_SECRETS, [now, limit]);
    const [credentials] = await this.db.query<{ deleted: number }>(DROP_CREDENTIALS, [now, limit]);
    return Number(slot!.emptied === true) + row!.deleted + secrets!.deleted + credentials!.deleted;
  }
}
