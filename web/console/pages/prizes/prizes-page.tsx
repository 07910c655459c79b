import { useSaveForm } from "../../api/act.ts";
import { ListPage } from "../../lists/list-page.tsx";
import { Button, NumberInput, Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { usd } from "../../parts/money.ts";
import { useNew } from "../../shell/filters.ts";
import { nameOf } from "../competitions/competition-form.tsx";
import { ImportDialog } from "../imports/import-dialog.tsx";
import { PRIZES } from "../imports/import-kinds.ts";

type Prize = Schema<"Prize">;

/** Lists the prizes of an organisation. */
export function PrizesPage() {
  const slug = useSlug();
  const [isNew, setNew] = useNew();
  const [edited, setEdited] = useState<Prize | null>(null);
  const [isImporting, setImporting] = useState(false);
  const list = useList({
    key: ["o", slug, "prizes"],
    read: (query) => pageOf(api.GET("/organisations/{slug}/prizes", { params: { path: { slug }, query } })),
  });
  const mayWrite = useMay(slug)("competitions:write");
  return (
    <ListPage
      title="Prizes"
      lead="A competition has one prize. A prize can be used in several competitions."
      acts={
        mayWrite && (
          <Button variant="default" onClick={() => setImporting(true)}>
            Import from CSV
          </Button>
        )
      }
      create={mayWrite && <Button onClick={() => setNew(true)}>New prize</Button>}
      list={list}
      columns={[
        {
          title: "Prize",
          cell: (prize) =>
            mayWrite ? (
              <button type="button" className="link" onClick={() => setEdited(prize)}>
                {nameOf(prize)}
              </button>
            ) : (
              nameOf(prize)
            ),
        },
        { title: "Category", cell: ({ category }) => category },
        { title: "Condition", cell: ({ condition }) => condition },
        { title: "Value", isFigure: true, cell: ({ retailValueUSDCents }) => usd(retailValueUSDCents) },
      ]}
      empty={["No prizes yet", "A prize has a name and a value. Create it before its competition."]}
    >
      {isNew && mayWrite && <PrizeForm prize={null} onClose={() => setNew(false)} />}
      {edited !== null && <PrizeForm prize={edited} onClose={() => setEdited(null)} />}
      {isImporting && <ImportDialog kind={PRIZES} onClose={() => setImporting(false)} />}
    </ListPage>
  );
}

interface Values {
  name: string;
  category: string;
  condition: Prize["condition"];
  value: string | number;
  description: string;
}

const bodyOf = ({ name, category, condition, value, description }: Values) => ({
  name: name.trim(),
  ...(category.trim() === "" ? {} : { category: category.trim() }),
  condition,
  retailValueUSDCents: Math.round(Number(value) * 100),
  description: description.trim(),
});

function PrizeForm({ prize, onClose }: { readonly prize: Prize | null; readonly onClose: () => void }) {
  const slug = useSlug();
  const form = useForm<Values>({
    initialValues: {
      name: prize ? nameOf(prize) : "",
      category: prize?.category ?? "",
      condition: prize?.condition ?? "new",
      value: prize ? prize.retailValueUSDCents / 100 : "",
      description: prize?.description ?? "",
    },
  });
  const saving = useSaveForm({
    before: bodyOf(form.getInitialValues()),
    create: (body, headers) =>
      answerOf(api.POST("/organisations/{slug}/prizes", { params: { path: { slug } }, headers, body })),
    change:
      prize &&
      ((body, headers) =>
        answerOf(
          api.PATCH("/organisations/{slug}/prizes/{id}", {
            params: { path: { slug, id: prize.id } },
            headers,
            body,
          }),
        )),
    changes: [["o", slug, "prizes"]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={prize ? "Edit the prize" : "New prize"}
      onClose={onClose}
      onSubmit={() => saving.act(bodyOf(form.values))}
      submit="Save"
      acting={saving}
    >
      <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps("name")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Value in USD"
          required
          min={0}
          decimalScale={2}
          {...form.getInputProps("value")}
        />
        <Select
          label="Condition"
          required
          allowDeselect={false}
          data={["new", "unworn", "excellent", "good"]}
          {...form.getInputProps("condition")}
        />
      </SimpleGrid>
      <TextInput
        label="Category"
        description="For example watch, car or trip."
        required={prize !== null}
        maxLength={100}
        {...form.getInputProps("category")}
      />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps("description")} />
    </FormDialog>
  );
}
