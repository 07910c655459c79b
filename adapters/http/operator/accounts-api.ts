import { z } from "zod";
import { OperatorOrders } from "../../../ports/checkout/operator-orders.ts";
import { Accounts, type Purchases } from "../../../ports/buyers/accounts.ts";
import type { Account } from "../../../src/buyers/account.ts";
import { CreditAdministration } from "../../../src/organisations/credit-administration.ts";
import type { AccountId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { integer, prose } from "../../../src/shared/input/fields.ts";
import { count, id } from "../input/fields.ts";
import { pagedById } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { orderReply, toOrder } from "./orders-api.ts";
import { actOf, ofItem, pageQuery, time, organisationRoute } from "./request.ts";

/** Ten million dollars: a larger amount is probably in the wrong unit. */
const MAX_GRANT_CENTS = 1_000_000_000;

const creditGrant = z
  .strictObject({
    amountCents: integer({ min: 1, max: MAX_GRANT_CENTS }).describe("The credit to grant, in US cents."),
    reason: prose({ max: 500 }),
  })
  .meta({ id: "CreditGrant" });

const accountReply = z
  .strictObject({
    id: id.describe("The account's id: `userId` in events."),
    email: z.string().nullable().describe("The email of the account. Null if it was created with a wallet."),
    walletAddress: z
      .string()
      .nullable()
      .describe("The wallet of the account. Null if it was created with an email."),
    identities: z
      .array(
        z.strictObject({ kind: z.enum(["email", "wallet"]), value: z.string() }).meta({ id: "Identity" }),
      )
      .describe("The buyer's emails and wallets, oldest first."),
    balanceCents: z.int().describe("Account credit in US cents."),
    reservedCents: count.describe("The part of the credit that is reserved for pending orders, in US cents."),
    createdAt: time,
  })
  .meta({ id: "Account" });

const purchasesReply = z
  .strictObject({
    orders: count.describe("The number of orders, in any state."),
    isMore: z
      .boolean()
      .describe("True if the buyer may have more orders than the newest 500, which are counted."),
    paid: z
      .array(
        z
          .strictObject({
            currency: z.string(),
            amount: count.describe("The sum of the charges, in the currency's minor unit."),
            orders: count.describe("The number of these orders."),
          })
          .meta({ id: "PaidSum" }),
      )
      .describe("The orders that are paid and not refunded, by currency."),
  })
  .meta({ id: "Purchases" });
const listedReply = accountReply
  .extend({ purchases: purchasesReply.describe("The orders of the buyer, with the sums paid.") })
  .meta({ id: "ListedAccount" });

/** More of a buyer's orders: the list of orders by account. */
const ORDERS_SHOWN = 20;
const detailedReply = listedReply
  .extend({
    orders: z
      .array(orderReply)
      .describe(`The newest ${ORDERS_SHOWN} orders. For all orders, list orders with \`accountId\`.`),
  })
  .meta({ id: "AccountWithOrders" });

function toAccount({ identities, createdAt, ...rest }: Account): z.input<typeof accountReply> {
  const [first] = identities;
  return {
    ...rest,
    email: first?.kind === "email" ? first.value : null,
    walletAddress: first?.kind === "wallet" ? first.value : null,
    identities: [...identities],
    createdAt: createdAt.toISOString(),
  };
}

function toPurchases({ orders, isMore, paid }: Purchases): z.input<typeof purchasesReply> {
  return { orders, isMore, paid: [...paid] };
}

const NEEDS = { credit: CreditAdministration, accounts: Accounts, orders: OperatorOrders };

export const accountRoutes = routes(NEEDS, ({ credit, accounts, orders }) => {
  const tag = "Accounts";
  return [
    organisationRoute({
      operationId: "listAccounts",
      method: "GET",
      path: "/accounts",
      summary: "List buyer accounts",
      description: "Returns the newest account first, with what each buyer has ordered.",
      tag,
      permission: "accounts:read",
      query: pageQuery,
      reply: z.array(listedReply),
      handle: (request) =>
        pagedById(
          request,
          async (page) => {
            const { id: organisationId } = request.organisation;
            const listed = await accounts.list(organisationId, page);
            const purchases = await accounts.purchases(
              organisationId,
              listed.map(({ id }) => id),
            );
            return listed.map((account) => ({ ...account, purchases: purchases.get(account.id)! }));
          },
          ({ purchases, ...account }) => ({ ...toAccount(account), purchases: toPurchases(purchases) }),
        ),
    }),
    organisationRoute({
      operationId: "getAccount",
      method: "GET",
      path: "/accounts/{id}",
      summary: "Get a buyer account with its newest orders",
      description:
        "Returns the account with its credit and identities. All orders are in the list of orders, by `accountId`.",
      tag,
      permission: "accounts:read",
      params: ofItem<AccountId>(),
      reply: detailedReply,
      handle: async ({ organisation, params }) => {
        const account = await accounts.byId(organisation.id, params.id);
        if (account === null) throw NotFound.because();
        const newest = await orders.list(organisation.id, { limit: ORDERS_SHOWN, after: null }, params.id);
        const purchases = await accounts.purchases(organisation.id, [account.id]);
        return {
          ...toAccount(account),
          purchases: toPurchases(purchases.get(account.id)!),
          orders: newest.map(toOrder),
        };
      },
    }),
    organisationRoute({
      operationId: "grantCredit",
      method: "POST",
      path: "/accounts/{id}/credit",
      summary: "Grant account credit",
      description: "Adds to the account's credit, which pays for the buyer's next orders.",
      tag,
      permission: "credit:grant",
      params: ofItem<AccountId>(),
      body: creditGrant,
      reply: accountReply,
      handle: async (request) => {
        const { organisation } = request;
        const { params, body } = request;
        return toAccount(await credit.grantCredit(actOf(request), organisation.id, params.id, body));
      },
    }),
  ];
});
