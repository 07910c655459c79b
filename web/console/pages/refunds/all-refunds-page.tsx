import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { ListPage } from "../../lists/list-page.tsx";
import { money } from "../../parts/money.ts";
import { RefundTag } from "../orders/order-state.tsx";
import { Ago } from "../../parts/time.tsx";
import { OrderLink, To } from "../../shell/links.tsx";
import { reasonOf } from "./refunds-page.tsx";

/** Refunds of all organisations that need attention, each with a link to its page. */
export function AllRefundsPage() {
  const list = useList({
    key: ["all-refunds"],
    filter: {
      name: "state",
      values: ["failed", "manual", "requested"],
      placeholder: "Failed or manual",
    },
    read: (query) => pageOf(api.GET("/refunds", { params: { query } })),
  });
  return (
    <ListPage
      title="Refunds"
      lead="Failed and manual refunds of all organisations."
      label="Waiting refunds"
      section="Waiting refunds"
      order="Oldest first"
      list={list}
      columns={[
        {
          title: "Refund",
          cell: ({ id, organisation }) => (
            <To to="/o/$slug/refunds/$id" params={{ slug: organisation, id: String(id) }}>
              {organisation}, refund {id}
            </To>
          ),
        },
        { title: "State", cell: ({ state }) => <RefundTag state={state} /> },
        { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
        {
          title: "Order",
          cell: ({ orderId, organisation }) => <OrderLink slug={organisation} id={orderId} />,
        },
        { title: "Reason", cell: reasonOf },
        { title: "Requested", cell: ({ createdAt }) => <Ago at={createdAt} /> },
      ]}
      empty={["No waiting refunds", "All refunds are done or in progress."]}
    />
  );
}
