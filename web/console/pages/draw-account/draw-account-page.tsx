import { ListSection } from "../../lists/list-page.tsx";
import { useQuery } from "@tanstack/react-query";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { Download } from "../../lists/download.tsx";
import { count, usd } from "../../parts/money.ts";
import { Facts, Page, Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { QrCode } from "../../parts/qr-code.tsx";
import { Time } from "../../parts/time.tsx";

/** Shows the account that pays for fair draws: balance, price and every entry. */
export function DrawAccountPage() {
  const slug = useSlug();
  const account = useQuery({
    queryKey: ["o", slug, "draw-account"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/draw-account", { params: { path: { slug } } })),
  });
  const ledger = useList({
    key: ["o", slug, "draw-ledger"],
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/draw-account/ledger", { params: { path: { slug }, query } })),
  });
  const { data } = account;
  return (
    <Page title="Draw account" lead="Pays for fair draws over your own lists.">
      <ProblemAlert problem={account.error} again={() => void account.refetch()} />
      {data && (
        <div className="stats">
          <Stat label="Balance" value={usd(data.balanceCents)} />
          <Stat label="Price of a draw" value={usd(data.unitCostCents)} />
          <Stat label="Draws so far" value={count(data.draws)} note={usd(data.costCents)} />
          <Stat label="Open commitments" value={count(data.openDraws.length)} />
        </div>
      )}
      {data?.settlement && <Deposits settlement={data.settlement} />}
      <ListSection
        label="Ledger"
        title="Ledger"
        list={ledger}
        acts={<Download of="/organisations/{slug}/exports/draw-ledger" />}
        columns={[
          { title: "When", cell: ({ createdAt }) => <Time at={createdAt} /> },
          { title: "Type", cell: ({ kind }) => kind },
          { title: "Amount", isFigure: true, cell: ({ amountCents }) => usd(amountCents) },
          {
            title: "Reference",
            cell: ({ drawId, txHash }) =>
              drawId ? (
                <Id value={drawId} of="draw" />
              ) : txHash ? (
                <Id value={txHash} of="transaction" />
              ) : null,
          },
        ]}
        empty={["No entries yet", "The first entry appears with a deposit or a draw."]}
      />
    </Page>
  );
}

function Deposits({ settlement }: { readonly settlement: NonNullable<Schema<"DrawAccount">["settlement"]> }) {
  const { depositAddress, tokenSymbol, tokenAddress } = settlement;
  return (
    <Section
      title="Deposit"
      lead={`Any ${tokenSymbol} that arrives at this address is credited. Nothing else is.`}
    >
      <div className="filters">
        <QrCode text={depositAddress} label={`Deposit address ${depositAddress}`} />
        <Facts
          facts={[
            ["Your organisation's address", <Id key="address" value={depositAddress} of="address" />],
            [`${tokenSymbol} contract`, <Id key="token" value={tokenAddress} of="token" />],
          ]}
        />
      </div>
    </Section>
  );
}
