import { statement } from "../statements/statement.ts";
import { type WebhookBacklog, WebhookBacklogs } from "../../../ports/webhooks/webhook-backlogs.ts";
import { Store } from "../database/store.ts";

const READ = statement(
  "webhook-backlog",
  "select oldest_event_at, oldest_due_at, due from webhook_backlog($1, $2)",
);

export class PostgresWebhookBacklogs extends Store implements WebhookBacklogs {
  static readonly as = WebhookBacklogs;

  async read(now: Date, countAtMost: number): Promise<WebhookBacklog> {
    const [row] = await this.db.read<{
      oldest_event_at: Date | null;
      oldest_due_at: Date | null;
      due: number;
    }>(READ, [now, countAtMost], "recent");
    return { oldestEventAt: row!.oldest_event_at, oldestDueAt: row!.oldest_due_at, due: row!.due };
  }
}
