import { z } from "zod";
import { Chain, ChainUnavailable } from "../../../../ports/chain.ts";
import { Heartbeats } from "../../../../ports/operations/heartbeats.ts";
import { TroubleReports } from "../../../../ports/operations/troubles.ts";
import { WaitingWorks } from "../../../../ports/operations/waiting-works.ts";
import { RAIL_KINDS } from "../../../../ports/rail.ts";
import { WebhookBacklogs } from "../../../../ports/webhooks/webhook-backlogs.ts";
import { Problem } from "../../../../src/shared/problem.ts";
import { count, id } from "../../input/fields.ts";
import { operatorRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { failedCall } from "../rail-accounts-api.ts";
import { time } from "../request.ts";

const COUNT_AT_MOST = 10_000;

const waiting = z
  .strictObject({
    count: count.describe(`Counted to ${COUNT_AT_MOST}.`),
    since: time.nullable().describe("Since when the oldest waits. Null: none does."),
  })
  .meta({ id: "Waiting" });

const healthReply = z
  .strictObject({
    at: time.describe("The service's clock."),
    processes: z
      .array(
        z
          .strictObject({
            id: z.string(),
            role: z
              .enum(["all", "api", "worker"])
              .describe("What it does: answer requests, all else, or both."),
            startedAt: time.describe("By its own clock."),
            seenAt: time.describe("Each says every 15 seconds that it lives."),
          })
          .meta({ id: "RunningProcess" }),
      )
      .describe("Those seen within an hour that have not ended in order."),
    chain: z
      .strictObject({
        chainId: count,
        block: count.nullable().describe("The newest block. Null: the node does not answer."),
      })
      .meta({ id: "ChainHealth" })
      .describe("What the node of the chain that draws rest on says."),
    rails: z
      .array(
        z
          .strictObject({
            organisation: z.string().describe("Its slug."),
            kind: z.enum(RAIL_KINDS),
            provider: z.string(),
            consecutiveFailures: count.describe("Calls in a row that failed."),
            lastError: failedCall.describe("The last of them."),
            lastSuccessAt: time.nullable().describe("When a call was last answered. Null: never."),
          })
          .meta({ id: "FailingRail" }),
      )
      .describe("Enabled rail accounts whose last call was not answered; the 100 with the most failures."),
    failingRails: count.describe("All of them, also those that are not listed."),
    refusedOrders: count.describe(
      "Orders of the last hour whose buyers could not pay: the provider was not called, refused the payment, or did not answer. Without an answer they count after 20 seconds.",
    ),
    endpoints: z
      .array(
        z
          .strictObject({
            organisation: z.string().describe("Its slug."),
            id,
            enabled: z.boolean(),
            disabledReason: z.string().nullable().describe("Why the service disabled it."),
            failingSince: time.nullable().describe("The first attempt that failed since one that did not."),
          })
          .meta({ id: "FailingEndpoint" }),
      )
      .describe("Webhook endpoints that the service has disabled, or whose attempts fail; 100 at most."),
    failingEndpoints: count.describe("All of them, also those that are not listed."),
    webhooks: z
      .strictObject({
        due: count.describe(`Deliveries that could be sent now, counted to ${COUNT_AT_MOST}.`),
        oldestDueAt: time.nullable().describe("When the oldest of them became due."),
        oldestEventAt: time.nullable().describe("When the oldest event without deliveries was written."),
      })
      .meta({ id: "WebhookBacklog" })
      .describe("Events and deliveries that wait to be sent."),
    refunds: z
      .strictObject({
        requested: waiting.describe("Under way."),
        manual: waiting.describe("The rail cannot refund, or the money is disputed."),
        failed: waiting.describe("The rail did not send the money."),
      })
      .meta({ id: "WaitingRefunds" })
      .describe("By state. Manual and failed ones wait for somebody."),
    draws: waiting.describe("Competitions that have ended and are to be drawn."),
    halted: waiting.describe("Competitions that a recovery has halted."),
    mails: waiting.describe("Mails that are to be sent."),
    unmatched: z
      .array(waiting.extend({ amount: count, currency: z.string() }).meta({ id: "WaitingMoney" }))
      .describe("Money for orders that are not here, by currency."),
    disputes: count.describe("Disputes that are open."),
  })
  .meta({ id: "ServiceHealth" });

const written = (at: Date | null) => at?.toISOString() ?? null;
const toWaiting = (work: { readonly count: number; readonly since: Date | null }) => ({
  count: work.count,
  since: written(work.since),
});

/** @returns null: the node does not answer */
async function newestBlock(chain: Chain): Promise<number | null> {
  try {
    return await chain.head();
  } catch (error) {
    if (error instanceof Problem && error.code === ChainUnavailable.code) return null;
    throw error;
  }
}

const NEEDS = {
  heartbeats: Heartbeats,
  troubles: TroubleReports,
  works: WaitingWorks,
  backlogs: WebhookBacklogs,
  chain: Chain,
};

export const healthRoutes = routes(NEEDS, ({ heartbeats, troubles, works, backlogs, chain }) => [
  operatorRoute({
    operationId: "getServiceHealth",
    method: "GET",
    path: "/health",
    summary: "See what needs somebody, in the whole service",
    tag: "Health",
    permission: "health:read",
    status: 200,
    reply: healthReply,
    problems: [],
    handle: async ({ now }) => {
      const [block, processes, found, work, backlog] = await Promise.all([
        newestBlock(chain),
        heartbeats.list(),
        troubles.read(now),
        works.read(now, COUNT_AT_MOST),
        backlogs.read(now, COUNT_AT_MOST),
      ]);
      const { requested, manual, failed } = work.refunds;
      return {
        at: now.toISOString(),
        processes: processes.map(({ startedAt, seenAt, ...process }) => ({
          ...process,
          startedAt: startedAt.toISOString(),
          seenAt: seenAt.toISOString(),
        })),
        chain: { chainId: chain.chainId, block },
        rails: found.rails.map(({ lastError, lastSuccessAt, ...rail }) => ({
          ...rail,
          lastError: { ...lastError, at: lastError.at.toISOString() },
          lastSuccessAt: written(lastSuccessAt),
        })),
        failingRails: found.failingRails,
        refusedOrders: found.refusedOrders,
        endpoints: found.endpoints.map(({ failingSince, ...endpoint }) => ({
          ...endpoint,
          failingSince: written(failingSince),
        })),
        failingEndpoints: found.failingEndpoints,
        webhooks: {
          due: backlog.due,
          oldestDueAt: written(backlog.oldestDueAt),
          oldestEventAt: written(backlog.oldestEventAt),
        },
        refunds: { requested: toWaiting(requested), manual: toWaiting(manual), failed: toWaiting(failed) },
        draws: toWaiting(work.draws),
        halted: toWaiting(work.halted),
        mails: toWaiting(work.mails),
        unmatched: work.unmatched.map(({ amount, currency, ...rest }) => ({
          ...toWaiting(rest),
          amount,
          currency,
        })),
        disputes: found.disputes,
      };
    },
  }),
]);
