import { Button, NumberInput, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { changed } from "../../api/changed.ts";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { Download } from "../../parts/download.tsx";
import { Empty } from "../../parts/empty.tsx";
import { usd } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

type Affiliate = Schema<"Affiliate">;

/** Who sends buyers and earns a part. */
export function AffiliatesPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [edited, setEdited] = useState<Affiliate | "new" | null>(null);
  const list = useList({
    key: ["o", slug, "affiliates"],
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/affiliates", { params: { path: { slug }, query } })),
  });
  const create = may("affiliates:write") && <Button onClick={() => setEdited("new")}>New affiliate</Button>;
  return (
    <Page
      title="Affiliates"
      lead="Affiliates refer buyers with a code and earn a commission on what they pay. Payouts are made outside this service."
      acts={
        <>
          <CommissionExport />
          {create}
        </>
      }
    >
      <Section title="All affiliates">
        <ListTable
          label="Affiliates"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Affiliate",
              cell: ({ code, name }) => (
                <To to="/o/$slug/affiliates/$code" params={{ slug, code }}>
                  {name}
                </To>
              ),
            },
            { title: "Code", cell: ({ code }) => <code className="plain">{code}</code> },
            { title: "Commission", isFigure: true, cell: ({ commissionBps }) => `${commissionBps / 100} %` },
            { title: "Earned", isFigure: true, cell: ({ accruedCents }) => usd(accruedCents) },
            { title: "Reversed", isFigure: true, cell: ({ reversedCents }) => usd(reversedCents) },
            { title: "Balance", isFigure: true, cell: ({ balanceCents }) => usd(balanceCents) },
            {
              title: "Actions",
              isActs: true,
              cell: (affiliate) =>
                may("affiliates:write") && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Edit ${affiliate.name}`}
                    onClick={() => setEdited(affiliate)}
                  >
                    Edit
                  </Button>
                ),
            },
          ]}
          empty={
            <Empty title="No affiliates yet" action={create}>
              An affiliate has a code, which is used in links and in the widget.
            </Empty>
          }
        />
      </Section>
      {edited !== null && (
        <AffiliateForm affiliate={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}

/** Of all affiliates, one after the other. */
function CommissionExport() {
  const slug = useSlug();
  if (!useMay(slug)("exports:read")) return null;
  return (
    <Download of="/organisations/{slug}/exports/commissions" slug={slug}>
      Export commissions as CSV
    </Download>
  );
}

/** What one affiliate has earned, entry by entry. */
export function CommissionsPage({ code }: { readonly code: string }) {
  const slug = useSlug();
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
    <Page title={`Commissions of ${code}`}>
      <Section title="All entries">
        <ListTable
          label="Commissions"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            { title: "When", cell: ({ at }) => <Time at={at} /> },
            { title: "Kind", cell: ({ kind }) => (kind === "accrual" ? "earned" : "reversed") },
            { title: "Amount", isFigure: true, cell: ({ amountCents }) => usd(amountCents) },
            {
              title: "Order",
              cell: ({ orderId }) => (
                <To to="/o/$slug/orders/$id" params={{ slug, id: orderId }}>
                  <code className="plain">{orderId}</code>
                </To>
              ),
            },
          ]}
          empty={
            <Empty title="Nothing earned yet">
              The first entry appears with the first paid order that uses this code.
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

interface Wanted {
  readonly code: string;
  readonly name: string;
  readonly commissionBps: number;
}

/** Makes an affiliate, or changes one. */
function useSaving(affiliate: Affiliate | null, onDone: () => void) {
  const slug = useSlug();
  return useAct({
    send: ({ code, name, commissionBps }: Wanted, headers) =>
      answerOf(
        affiliate
          ? api.PATCH("/organisations/{slug}/affiliates/{code}", {
              params: { path: { slug, code } },
              headers,
              body: changed(
                { name: affiliate.name, commissionBps: affiliate.commissionBps },
                { name, commissionBps },
              ),
            })
          : api.POST("/organisations/{slug}/affiliates", {
              params: { path: { slug } },
              headers,
              body: { code, name, commissionBps },
            }),
      ),
    changes: [["o", slug, "affiliates"]],
    onDone,
  });
}

function AffiliateForm({
  affiliate,
  onClose,
}: {
  readonly affiliate: Affiliate | null;
  readonly onClose: () => void;
}) {
  const [code, setCode] = useState(affiliate?.code ?? "");
  const [name, setName] = useState(affiliate?.name ?? "");
  const [part, setPart] = useState<string | number>(affiliate ? affiliate.commissionBps / 100 : 5);
  const saving = useSaving(affiliate, onClose);
  const save = () =>
    saving.act({ code: code.trim(), name: name.trim(), commissionBps: Math.round(Number(part) * 100) });
  return (
    <FormDialog
      title={affiliate ? `Edit ${affiliate.code}` : "New affiliate"}
      opened
      onClose={onClose}
      onSubmit={save}
      submit="Save"
      isActing={saving.isActing}
      problem={saving.problem}
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      {affiliate === null && (
        <TextInput
          label="Code"
          description="Used in links. It cannot be changed later."
          required
          maxLength={64}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <NumberInput
        label="Commission in percent of the price"
        required
        min={0}
        max={100}
        decimalScale={2}
        value={part}
        onChange={setPart}
      />
      <Text size="sm" c="dimmed">
        Applies to orders from now on.
      </Text>
    </FormDialog>
  );
}
