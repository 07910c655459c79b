import { z } from "zod";
import { Deliveries } from "../../../../ports/webhooks/deliveries.ts";
import { LotDrawAdministration } from "../../../../src/lot-draws/lot-draw-administration.ts";
import { RefundAdministration } from "../../../../src/refunds/refund-administration.ts";
import type { DeliveryId, WinnerId } from "../../../../src/shared/ids.ts";
import { NotFound, Problem } from "../../../../src/shared/problem.ts";
import { prose } from "../../../../src/shared/input/fields.ts";
import { DeliveryReplays } from "../../../../src/webhooks/delivery-replays.ts";
import { idOf } from "../../input/fields.ts";
import { routes } from "../../kernel/route.ts";
import { orderId } from "../orders/order-id.ts";
import { actOf, distinct, organisationRoute } from "../request.ts";

const MOST = 100;

const resultReply = z
  .strictObject({
    id: z.string().describe("The id from the request."),
    result: z
      .enum(["done", "unchanged", "refused", "not_found"])
      .describe(
        "The result. `unchanged`: it was done before, or does not apply. `refused`: `error` has the code of the refusal.",
      ),
    error: z.string().nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: "BatchResult" });
type Result = z.input<typeof resultReply>;

const ids = <Item extends z.ZodType>(item: Item, what: string) =>
  distinct(z.array(item).min(1).max(MOST)).describe(`The ids of ${what}, at most ${MOST}.`);

const refundBatch = z
  .strictObject({ orderIds: ids(orderId, "orders"), reason: prose({ max: 500 }) })
  .meta({ id: "RefundBatch" });
const publicationBatch = z
  .strictObject({ winnerIds: ids(idOf<WinnerId>(), "winners") })
  .meta({ id: "PublicationBatch" });
const replayBatch = z
  .strictObject({ deliveryIds: ids(idOf<DeliveryId>(), "deliveries") })
  .meta({ id: "ReplayBatch" });

const EACH =
  "Each item has its own transaction, audit entry and result, in the order of the request. An item that is refused does not stop the others. Repeating the request is safe, also at the same time.";

/** Acts on items one after the other: each is a transaction, so that none waits for the locks of another. */
async function resultsOf<Id extends string | number>(
  items: readonly Id[],
  act: (id: Id) => Promise<boolean>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push({ id: String(item), ...(await resultOf(() => act(item))) });
  return results;
}

/** @param act returns whether it has changed something */
async function resultOf(act: () => Promise<boolean>): Promise<Omit<Result, "id">> {
  try {
    return { result: (await act()) ? "done" : "unchanged", error: null, message: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message } = error;
    return { result: error.kind === "missing" ? "not_found" : "refused", error: code, message };
  }
}

const NEEDS = {
  refunds: RefundAdministration,
  draws: LotDrawAdministration,
  replays: DeliveryReplays,
  deliveries: Deliveries,
};

export const batchRoutes = routes(NEEDS, ({ refunds, draws, replays, deliveries }) => {
  const common = {
    tag: "Batches",
    method: "POST",
    reply: z.array(resultReply),
    idempotency: "resumable",
  } as const;
  return [
    organisationRoute({
      ...common,
      operationId: "refundOrders",
      path: "/batches/refunds",
      summary: "Refund several orders",
      description: `Refunds each order in full, as the refund of one order does. ${EACH}`,
      permission: "orders:refund",
      body: refundBatch,
      handle: async (request) => {
        const { id } = request.organisation;
        const { orderIds, reason } = request.body;
        return resultsOf(orderIds, (order) => refunds.refundOrder(actOf(request), id, order, reason));
      },
    }),
    organisationRoute({
      ...common,
      operationId: "publishWinners",
      path: "/batches/publications",
      summary: "Publish several winners",
      description: `Publishes each winner that is not published. ${EACH}`,
      permission: "winners:publish",
      body: publicationBatch,
      handle: async (request) => {
        const { id } = request.organisation;
        return resultsOf(request.body.winnerIds, async (winner) => {
          const { isChanged } = await draws.publish(actOf(request), id, winner, true);
          return isChanged;
        });
      },
    }),
    organisationRoute({
      ...common,
      operationId: "replayDeliveries",
      path: "/batches/replays",
      summary: "Replay several failed deliveries",
      description: `Sends each delivery that failed again, with the same id and body and a new retry schedule. Pending and delivered ones are unchanged. ${EACH}`,
      permission: "webhooks:send",
      body: replayBatch,
      handle: async (request) => {
        const { id } = request.organisation;
        return resultsOf(request.body.deliveryIds, async (delivery) => {
          const stored = await deliveries.byId(id, delivery);
          if (stored === null) throw NotFound.because();
          if (stored.state !== "failed") return false;
          const { isReplayed } = await replays.delivery(actOf(request), id, delivery);
          return isReplayed;
        });
      },
    }),
  ];
});
