import { useSaveForm } from "../../api/act.ts";
import { ListPage } from "../../lists/list-page.tsx";
import { RowButton } from "../../parts/table.tsx";
import { Button, NumberInput, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { Download } from "../../lists/download.tsx";
import { usd } from "../../parts/money.ts";
import { To } from "../../shell/links.tsx";

type Affiliate = Schema<"Affiliate">;

/** Affiliates of an organisation, with what each has earned. */
export function AffiliatesPage() {
  const slug = useSlug();
  const mayWrite = useMay(slug)("affiliates:write");
  const [edited, setEdited] = useState<Affiliate | "new" | null>(null);
  const list = useList({
    key: ["o", slug, "affiliates"],
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/affiliates", { params: { path: { slug }, query } })),
  });
  return (
    <ListPage
      title="Affiliates"
      lead="Affiliates refer buyers with a code and earn a commission on what they pay. Payouts are made outside this service."
      acts={<Download of="/organisations/{slug}/exports/commissions">Export commissions as CSV</Download>}
      create={mayWrite && <Button onClick={() => setEdited("new")}>New affiliate</Button>}
      list={list}
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
            mayWrite && <RowButton label="Edit" of={affiliate.name} onClick={() => setEdited(affiliate)} />,
        },
      ]}
      empty={["No affiliates yet", "An affiliate has a code, which is used in links and in the widget."]}
    >
      {edited !== null && (
        <AffiliateForm affiliate={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </ListPage>
  );
}

/** Creates an affiliate, or changes one. */
function useSaving(affiliate: Affiliate | null, onDone: () => void) {
  const slug = useSlug();
  return useSaveForm({
    before: {
      code: affiliate?.code ?? "",
      name: affiliate?.name ?? "",
      commissionBps: affiliate?.commissionBps ?? 0,
    },
    create: (body, headers) =>
      answerOf(api.POST("/organisations/{slug}/affiliates", { params: { path: { slug } }, headers, body })),
    change:
      affiliate &&
      ((body, headers) =>
        answerOf(
          api.PATCH("/organisations/{slug}/affiliates/{code}", {
            params: { path: { slug, code: affiliate.code } },
            headers,
            body,
          }),
        )),
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
      onClose={onClose}
      onSubmit={save}
      submit="Save"
      acting={saving}
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
