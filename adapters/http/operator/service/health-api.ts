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
    count: count.describe(`The number of waiting items, counted up to ${COUNT_AT_MOST}.`),
    since: time.nullable().describe("The time since which the oldest item waits. Null if no item waits."),
  })
  .meta({ id: "Waiting" });

const healthReply = z
  .strictObject({
    at: time.describe("The time of the service's clock."),
    processes: z
      .array(
        z
          .strictObject({
            id: z.string(),
            role: z
              .enum(["all", "api", "worker"])
              .describe("The role: `api` answers requests, `worker` does all other work, `all` does both."),
            startedAt: time.describe("The start time, by the process's clock."),
            seenAt: time.describe("The last heartbeat. Each process sends one every 15 seconds."),
          })
          .meta({ id: "RunningProcess" }),
      )
      .describe("Processes seen within one hour that have not shut down normally."),
    chain: z
      .strictObject({
        chainId: count,
        block: count.nullable().describe("The newest block. Null if the node does not answer."),
      })
      .meta({ id: "ChainHealth" })
      .describe("The state of the chain that draws depend on, as reported by the node."),
    rails: z
      .array(
        z
          .strictObject({
            organisation: z.string().describe("The organisation's slug."),
            kind: z.enum(RAIL_KINDS),
            provider: z.string(),
            consecutiveFailures: count.describe("The number of consecutive failed calls."),
            lastError: failedCall.describe("The last failed call."),
            lastSuccessAt: time
              .nullable()
              .describe("The last call that was answered. Null if no call was answered."),
          })
          .meta({ id: "FailingRail" }),
      )
      .describe("Enabled rail accounts whose last call was not answered: the 100 with the most failures."),
    failingRails: count.describe("The number of failing rail accounts, including those that are not listed."),
    refusedOrders: count.describe(
      "Orders of the last hour that buyers could not pay: the provider was not called, refused the payment, or did not answer. An order without an answer counts after 20 seconds.",
    ),
    endpoints: z
      .array(
        z
          .strictObject({
            organisation: z.string().describe("The organisation's slug."),
            id,
            enabled: z.boolean(),
            disabledReason: z
              .string()
              .nullable()
              .describe("The reason why the service disabled the endpoint."),
            failingSince: time.nullable().describe("The first failed attempt after the last success."),
          })
          .meta({ id: "FailingEndpoint" }),
      )
      .describe("Webhook endpoints that the service has disabled or whose attempts fail: at most 100."),
    failingEndpoints: count.describe(
      "The number of failing webhook endpoints, including those that are not listed.",
    ),
    webhooks: z
      .strictObject({
        due: count.describe(`Deliveries that could be sent now, counted to ${COUNT_AT_MOST}.`),
        oldestDueAt: time.nullable().describe("The time at which the oldest due delivery became due."),
        oldestEventAt: time.nullable().describe("The time of the oldest event without deliveries."),
      })
      .meta({ id: "WebhookBacklog" })
      .describe("Events and deliveries that wait to be sent."),
    refunds: z
      .strictObject({
        requested: waiting.describe("Refunds in progress."),
        manual: waiting.describe(
          "Refunds that need a decision, because the rail cannot refund or the money is disputed.",
        ),
        failed: waiting.describe("Refunds that the rail failed to send."),
      })
      .meta({ id: "WaitingRefunds" })
      .describe("Unfinished refunds, by state. Manual and failed refunds need attention."),
    draws: waiting.describe("Competitions that have ended and wait for their draw."),
    halted: waiting.describe("Competitions that a recovery has halted."),
    mails: waiting.describe("Mails that wait to be sent."),
    unmatched: z
      .array(waiting.extend({ amount: count, currency: z.string() }).meta({ id: "WaitingMoney" }))
      .describe("Unmatched payments, by currency."),
    disputes: count.describe("Open disputes."),
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
    summary: "List items that need attention",
    description:
      "Returns running processes, the state of the chain, failing rails and endpoints, halted competitions, and counts of waiting work: webhooks, refunds, draws, mails, disputes and unmatched payments.",
    tag: "Health",
    permission: "health:read",
    reply: healthReply,
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
