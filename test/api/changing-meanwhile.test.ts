import { expect, it } from "vitest";
import { Orders } from "../../ports/checkout/orders.ts";
import { EntryQuestions } from "../../ports/lots/entry-questions.ts";
import { PostgresOrders } from "../../adapters/persistence/checkout/orders.ts";
import { PostgresEntryQuestions } from "../../adapters/persistence/lots/entry-questions.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

/** What happens once a request has read what it goes by, and before it acts. */
let meanwhile = async () => {};
const service = opened(() =>
  TestService.open({
    replace: (wiring) => {
      wiring.bind(Orders, () => {
        const orders = wiring.get(PostgresOrders);
        const read = orders.checkoutContext.bind(orders);
        orders.checkoutContext = async (...asked) => {
          const context = await read(...asked);
          await meanwhile();
          return context;
        };
        return orders;
      });
      wiring.bind(EntryQuestions, () => {
        const questions = wiring.get(PostgresEntryQuestions);
        const read = questions.byId.bind(questions);
        questions.byId = async (...asked) => {
          const question = await read(...asked);
          await meanwhile();
          return question;
        };
        return questions;
      });
    },
  }),
);
const partner = prepared(() => Partner.add(service));

it("a price that changes at each of five tries is 503, and the request can be repeated", async () => {
  const lot = await partner.lot();
  let tries = 0;
  meanwhile = async () => {
    tries += 1;
    await service.sql("update lot set price_cents = price_cents + 1 where id = $1", lot.id);
  };
  const refused = await partner.checkout(lot.id);
  expect([refused.status, refused.json.error, tries]).toEqual([503, "unavailable", 5]);
  expect(refused.headers.get("retry-after")).not.toBeNull();
  meanwhile = async () => {};
  expect((await partner.checkout(lot.id)).status).toBe(201);
});

it("a question that is deleted while it is answered is 404, rightly answered or not", async () => {
  for (const answerIndex of [0, 1]) {
    const { id } = await partner.addQuestion();
    meanwhile = async () => {
      await service.sql("delete from entry_question where id = $1", id);
    };
    const { status, json } = await partner.post("/entry-question/verify", { questionId: id, answerIndex });
    expect([status, json.error], `answer ${answerIndex}`).toEqual([404, "not_found"]);
  }
});
