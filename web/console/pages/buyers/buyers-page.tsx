import { ListPage } from "../../lists/list-page.tsx";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import { sums, usd } from "../../parts/money.ts";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

/** Lists all buyers, by e-mail or wallet. */
export function BuyersPage() {
  const slug = useSlug();
  const list = useList({
    key: ["o", slug, "buyers"],
    read: (query) => pageOf(api.GET("/organisations/{slug}/accounts", { params: { path: { slug }, query } })),
  });
  return (
    <ListPage
      title="Buyers"
      lead="Each buyer is identified by an e-mail address, a wallet or both, and may have credit. To find one, search for the e-mail or the wallet with the / key."
      name="buyers"
      list={list}
      columns={[
        {
          title: "Buyer",
          isOneLine: true,
          cell: ({ id, email, walletAddress }) => (
            <To to="/o/$slug/buyers/$id" params={{ slug, id: String(id) }}>
              {email ?? walletAddress ?? id}
            </To>
          ),
        },
        {
          title: "Orders",
          isFigure: true,
          cell: ({ id, purchases }) => (
            <To to="/o/$slug/orders" params={{ slug }} search={{ accountId: String(id) } as never}>
              {purchases.orders}
              {purchases.isMore ? "+" : ""}
            </To>
          ),
        },
        { title: "Paid", isFigure: true, cell: ({ purchases }) => sums(purchases.paid) },
        { title: "Credit", isFigure: true, cell: ({ balanceCents }) => usd(balanceCents) },
        { title: "Reserved", isFigure: true, cell: ({ reservedCents }) => usd(reservedCents) },
        { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
      empty={["No buyers yet", "A buyer appears here with the first order."]}
    />
  );
}
