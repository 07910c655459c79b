import { Button, FileInput, Group, Select, Text } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { Empty } from "../../parts/empty.tsx";
import { count, money } from "../../parts/money.ts";
import { Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { type Column, DataTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { OrderLink } from "../../shell/links.tsx";

type Provider = Schema<"PayoutFile">["provider"];
type Match = Schema<"PayoutMatch">;
type Difference = Match["differences"][number];

const MOST_BYTES = 7_000_000;
const PROVIDERS: Readonly<Record<Provider, readonly [name: string, report: string]>> = {
  stripe: ["Stripe", "Itemised payout reconciliation report"],
  adyen: ["Adyen", "Settlement detail report"],
  paypal: ["PayPal", "Settlement report"],
};
const RESULTS = {
  amount_differs: ["bad", "amount differs"],
  file_only: ["warn", "only in the file"],
  ours_only: ["warn", "only in the service"],
} as const satisfies Readonly<Record<Difference["result"], readonly [tone: string, words: string]>>;

/** Compares a provider's payout file with the payments that the service knows. */
export function PayoutFile({ slug }: { readonly slug: string }) {
  const [provider, setProvider] = useState<Provider>("stripe");
  const [file, setFile] = useState<File | null>(null);
  const [match, setMatch] = useState<Match | null>(null);
  const isTooLarge = file !== null && file.size > MOST_BYTES;
  const { act, isActing, problem } = useAct({
    send: async (chosen: { readonly provider: Provider; readonly file: File }) =>
      answerOf(
        api.POST("/organisations/{slug}/finance/payout-matches", {
          params: { path: { slug } },
          body: { provider: chosen.provider, file: await chosen.file.text() },
        }),
      ),
    changes: [],
    onDone: setMatch,
  });
  return (
    <Section
      title="Compare a payout file"
      lead="The file is read, compared by the provider's ids, and not kept."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setMatch(null);
          if (file !== null && !isTooLarge) act({ provider, file });
        }}
      >
        <Group align="flex-end">
          <Select
            label="Provider"
            description={PROVIDERS[provider][1]}
            data={Object.entries(PROVIDERS).map(([value, [label]]) => ({ value, label }))}
            value={provider}
            allowDeselect={false}
            onChange={(value) => value !== null && setProvider(value as Provider)}
          />
          <FileInput
            label="CSV file"
            description="At most 50,000 lines"
            accept=".csv,text/csv"
            placeholder="Choose a file"
            clearable
            value={file}
            error={isTooLarge && "The file is larger than 7 MB."}
            onChange={setFile}
            w="18rem"
          />
          <Button type="submit" loading={isActing} disabled={file === null || isTooLarge}>
            Compare
          </Button>
        </Group>
      </form>
      <ProblemAlert problem={problem} />
      {match && <Result slug={slug} match={match} />}
    </Section>
  );
}

function Result({ slug, match }: { readonly slug: string; readonly match: Match }) {
  const { matched, amountDiffers, fileOnly, oursOnly, differences, totals } = match;
  const all = amountDiffers + fileOnly + oursOnly;
  return (
    <div role="status" aria-label="Result of the comparison">
      <div className="stats payout-result">
        <Stat label="Matched" value={count(matched)} />
        <Stat label="Amount differs" value={count(amountDiffers)} />
        <Stat label="Only in the file" value={count(fileOnly)} />
        <Stat label="Only in the service" value={count(oursOnly)} />
      </div>
      {totals.length > 0 && (
        <DataTable
          label="Sums of the payout file"
          rows={totals}
          keyOf={({ currency }) => currency}
          columns={TOTALS}
        />
      )}
      {all === 0 ? (
        <Empty title="Everything matches">
          {matched === 0
            ? "The file has no payment or refund. Check that it is the report named above."
            : "The file and the service have the same payments and refunds."}
        </Empty>
      ) : (
        <DataTable
          label="Differences"
          rows={differences}
          keyOf={({ what, result, id }) => `${what} ${result} ${id}`}
          columns={columnsOf(slug)}
        />
      )}
      {all > differences.length && (
        <Text size="sm" c="dimmed">{`The first ${count(differences.length)} of ${count(all)}.`}</Text>
      )}
    </div>
  );
}

type Total = Match["totals"][number];

const sum = (title: string, name: Exclude<keyof Total, "currency">): Column<Total> => ({
  title,
  isFigure: true,
  cell: (total) => money(total[name], total.currency),
});
const TOTALS: readonly Column<Total>[] = [
  { title: "Payout in", cell: ({ currency }) => currency },
  sum("Payments", "payments"),
  sum("Refunds", "refunds"),
  sum("Disputes", "disputes"),
  sum("Other", "other"),
  sum("Fees", "fees"),
  sum("Net", "net"),
];

function columnsOf(slug: string): readonly Column<Difference>[] {
  const side = (title: string, name: "inFile" | "withUs"): Column<Difference> => ({
    title,
    isFigure: true,
    cell: ({ [name]: amount }) => (amount === null ? "–" : money(amount.amount, amount.currency)),
  });
  return [
    {
      title: "Result",
      cell: ({ result }) => (
        <Tag state={result} tone={RESULTS[result][0]}>
          {RESULTS[result][1]}
        </Tag>
      ),
    },
    { title: "What", cell: ({ what }) => what },
    { title: "Provider ID", cell: ({ id }) => <code className="plain">{id || "no id"}</code> },
    side("In the file", "inFile"),
    side("In the service", "withUs"),
    { title: "Order", cell: ({ orderId }) => <OrderLink slug={slug} id={orderId} /> },
    { title: "At", cell: ({ at }) => <Time at={at} /> },
  ];
}
