import { expect, it } from "vitest";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { ask } from "../support/builders/books.ts";
import { recover, restoredService } from "../support/builders/restored.ts";
import { TestService } from "../support/service/service.ts";

it("a refund is found at a provider whose list was not read, and no second one is sent", async () => {
  const restored = await restoredService("unread");
  const accounts = await ask<{ id: string }>(restored.url, "select id from rail_account");
  const without = accounts.flatMap(({ id }) => ["--without", id]);
  const { code, output } = await recover(restored.url, "--since", restored.since, ...without);
  expect(code, output).toBe(0);
  const service = await TestService.open({ databaseUrl: restored.url });
  const rig = new DrawRig(service, restored.partner.at(service));
  const { wiring } = service;

  const { paidAndGivenBack, pending } = restored.orders;
  await rig.operator("POST", `/competitions/${restored.lotId}/cancel`);
  while ((await wiring.get(LotUnwinder).unwindOnce()) > 0);
  while ((await wiring.get(Reconciliation).cancelAtRailsOnce()) > 0);
  while ((await wiring.get(RefundRunner).refundOnce()) > 0);
  const refunds = await rig.rows(
    "select order_id, state, reason, last_error from refund where order_id = any($1) order by order_id",
    [paidAndGivenBack, pending],
  );
  const succeeded = { state: "succeeded", reason: "paid_too_late", last_error: null };
  expect(refunds).toEqual(
    [paidAndGivenBack, pending].toSorted().map((order_id) => ({ order_id, ...succeeded })),
  );
  for (const orderId of [paidAndGivenBack, pending])
    expect(
      await rig.rows("select amount::int, state from sandbox_refund where session_id = $1", orderId),
    ).toEqual([{ amount: 2_500, state: "succeeded" }]);
  await service.stop();
  await restored.drop();
});
