import { useParams } from "@tanstack/react-router";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import { ListPage } from "../../lists/list-page.tsx";
import { usd } from "../../parts/money.ts";
import { Time } from "../../parts/time.tsx";
import { OrderLink } from "../../shell/links.tsx";

/** Commissions of one affiliate, entry by entry. */
export function AffiliatePage() {
  const slug = useSlug();
  const { code = "" } = useParams({ strict: false });
  const list = useList({
    key: ["o", slug, "commissions", code],
    read: (query) =>
      pageOf(
        api.GET("/organisations/{slug}/affiliates/{code}/commissions", {
          params: { path: { slug, code }, query },
        }),
      ),
  });
  return (
    <ListPage
      title={`Commissions of ${code}`}
      label="Commissions"
      section="All entries"
      list={list}
      columns={[
        { title: "When", cell: ({ at }) => <Time at={at} /> },
        { title: "Kind", cell: ({ kind }) => (kind === "accrual" ? "earned" : "reversed") },
        { title: "Amount", isFigure: true, cell: ({ amountCents }) => usd(amountCents) },
        { title: "Order", cell: ({ orderId }) => <OrderLink slug={slug} id={orderId} /> },
      ]}
      empty={["Nothing earned yet", "The first entry appears with the first paid order that uses this code."]}
    />
  );
}
