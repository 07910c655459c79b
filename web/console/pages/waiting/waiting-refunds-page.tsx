import { Select } from "@mantine/core";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { Empty } from "../../parts/empty.tsx";
import { money } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Ago } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";

const STATES = ["failed", "manual", "requested"] as const;

/** Refunds of all organisations that somebody has to see to; each leads to the page where that is done. */
export function WaitingRefundsPage() {
  const [{ state }, setFilter] = useFilters<"state">();
  const wanted = STATES.find((each) => each === state);
  const list = useList({
    key: ["waiting-refunds", wanted],
    read: (part) => {
      const query = { ...part, ...(wanted ? { state: wanted } : {}) };
      return pageOf(api.GET("/refunds", { params: { query } }));
    },
  });
  return (
    <Page title="Refunds" lead="Failed and manual refunds of all organisations.">
      <Section
        title="Waiting refunds"
        acts={
          <Select
            aria-label="State"
            placeholder="Failed or manual"
            clearable
            data={[...STATES]}
            value={wanted ?? null}
            onChange={(value) => setFilter("state", value)}
            w="11rem"
          />
        }
      >
        <ListTable
          label="Waiting refunds"
          order="Oldest first"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Refund",
              cell: ({ id, organisation }) => (
                <To to="/o/$slug/refunds/$id" params={{ slug: organisation, id: String(id) }}>
                  {organisation}, refund {id}
                </To>
              ),
            },
            { title: "State", cell: ({ state }) => <Tag state={state} /> },
            { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
            {
              title: "Order",
              cell: ({ orderId, organisation }) =>
                orderId && (
                  <To to="/o/$slug/orders/$id" params={{ slug: organisation, id: orderId }}>
                    <code className="plain">{orderId}</code>
                  </To>
                ),
            },
            {
              title: "Reason",
              cell: ({ reason, lastError }) => (lastError ? `${reason} – ${lastError}` : reason),
            },
            { title: "Requested", cell: ({ createdAt }) => <Ago at={createdAt} /> },
          ]}
          empty={<Empty title="No waiting refunds">All refunds are done or in progress.</Empty>}
        />
      </Section>
    </Page>
  );
}
