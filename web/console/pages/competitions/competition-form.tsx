import { NumberInput, Select, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useSaveForm } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { daysBetween, daysLater } from "../../calendar/days.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { usd } from "../../parts/money.ts";
import { localInput, ZONE } from "../../parts/time.tsx";

/** Days between the suggested times of a new competition. */
const OPEN_DAYS = 30;

interface Values {
  title: string;
  description: string;
  prizeId: string | null;
  price: string | number;
  maxTickets: string | number;
  start: string;
  end: string;
  imageUrl: string;
}

/** Returns the values of a copy: those of the competition, from now on and for as many days. */
function copyValuesOf(competition: Schema<"OperatorCompetition">): Values {
  const now = new Date();
  const days = daysBetween(new Date(competition.startDate), new Date(competition.endDate));
  return {
    ...valuesOf(competition),
    start: localInput(now),
    end: localInput(daysLater(now, Math.max(1, days))),
  };
}

function valuesOf(competition: Schema<"OperatorCompetition"> | undefined): Values {
  const now = new Date();
  if (!competition)
    return {
      title: "",
      description: "",
      prizeId: null,
      price: "",
      maxTickets: "",
      start: localInput(now),
      end: localInput(daysLater(now, OPEN_DAYS)),
      imageUrl: "",
    };
  return {
    title: competition.title,
    description: competition.description ?? "",
    prizeId: String(competition.prizeId),
    price: competition.ticketPriceUSDCents / 100,
    maxTickets: competition.maxTickets,
    start: localInput(new Date(competition.startDate)),
    end: localInput(new Date(competition.endDate)),
    imageUrl: competition.imageUrl ?? "",
  };
}

const bodyOf = (values: Values) => ({
  title: values.title.trim(),
  description: values.description.trim(),
  prizeId: Number(values.prizeId),
  ticketPriceUSDCents: Math.round(Number(values.price) * 100),
  maxTickets: Number(values.maxTickets),
  startDate: new Date(values.start).toISOString(),
  endDate: new Date(values.end).toISOString(),
  imageUrl: values.imageUrl.trim(),
});

interface FormProps {
  /** undefined: a new competition. */
  readonly competition?: Schema<"OperatorCompetition">;
  /** Competition whose values a new one begins with. */
  readonly copyOf?: Schema<"OperatorCompetition">;
  readonly onClose: () => void;
}

type Body = ReturnType<typeof bodyOf>;

/** Returns only the texts as changed if the competition opened while the form was open. */
function changeable(now: Body, before: Body, isFixed: boolean): Body {
  return isFixed ? { ...before, title: now.title, description: now.description } : now;
}

/** Creates a competition, or changes one. @param before values that the form began with */
function useSaving(competition: FormProps["competition"], before: Body, onDone: () => void) {
  const slug = useSlug();
  const navigate = useNavigate();
  return useSaveForm({
    before,
    create: (body, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/competitions", {
          params: { path: { slug } },
          headers,
          body: { ...body, imageUrl: body.imageUrl || null },
        }),
      ),
    change:
      competition &&
      ((body, headers) =>
        answerOf(
          api.PATCH("/organisations/{slug}/competitions/{id}", {
            params: { path: { slug, id: competition.id } },
            headers,
            body,
          }),
        )),
    changes: [
      ["o", slug, "competitions"],
      ["o", slug, "competition"],
    ],
    onDone: ({ id }) => {
      onDone();
      void navigate({ to: "/o/$slug/competitions/$id", params: { slug, id: String(id) } });
    },
  });
}

/** Creates a draft, or changes a competition. */
export function CompetitionForm({ competition, copyOf, onClose }: FormProps) {
  const slug = useSlug();
  const form = useForm<Values>({
    initialValues: copyOf ? copyValuesOf(copyOf) : valuesOf(competition),
  });
  const prizes = useQuery({
    queryKey: ["o", slug, "prizes", "all"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/prizes", { params: { path: { slug }, query: { limit: 100 } } }),
      ),
  });
  const before = bodyOf(form.getInitialValues());
  const saving = useSaving(competition, before, onClose);
  // Holders of tickets were promised these values.
  const isFixed = competition !== undefined && competition.status !== "draft";
  const choices = prizes.data?.map((prize) => ({ value: String(prize.id), label: nameOf(prize) })) ?? [];
  return (
    <FormDialog
      title={competition ? "Edit the competition" : "New competition"}
      onClose={onClose}
      onSubmit={() => saving.act(changeable(bodyOf(form.values), before, isFixed))}
      submit={competition ? "Save" : "Create draft"}
      acting={saving}
      isReady={form.values.prizeId !== null}
    >
      <TextInput label="Title" required maxLength={200} data-autofocus {...form.getInputProps("title")} />
      <Textarea
        label="Description"
        description="Shown to buyers. Markdown is supported."
        autosize
        minRows={3}
        maxLength={10_000}
        {...form.getInputProps("description")}
      />
      <Select
        label="Prize"
        required
        disabled={isFixed}
        searchable
        data={choices}
        nothingFoundMessage="No prizes yet. Create one on the Prizes page."
        {...form.getInputProps("prizeId")}
      />
      <TermFields form={form} isFixed={isFixed} />
      <TextInput
        type="url"
        label="Picture"
        description="An https address."
        disabled={isFixed}
        {...form.getInputProps("imageUrl")}
      />
      {isFixed && (
        <Text size="sm">Prize, price, tickets, dates and picture can only be changed in a draft.</Text>
      )}
      <Preview price={Number(form.values.price)} tickets={Number(form.values.maxTickets)} />
    </FormDialog>
  );
}

interface TermProps {
  readonly form: UseFormReturnType<Values>;
  readonly isFixed: boolean;
}

function TermFields({ form, isFixed }: TermProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label="Ticket price in USD"
        required
        min={0}
        decimalScale={2}
        disabled={isFixed}
        {...form.getInputProps("price")}
      />
      <NumberInput
        label="Maximum tickets"
        required
        min={1}
        allowDecimal={false}
        disabled={isFixed}
        {...form.getInputProps("maxTickets")}
      />
      <TextInput
        type="datetime-local"
        label="Opens"
        description={ZONE}
        required
        disabled={isFixed}
        {...form.getInputProps("start")}
      />
      <TextInput
        type="datetime-local"
        label="Closes"
        description={ZONE}
        required
        disabled={isFixed}
        {...form.getInputProps("end")}
      />
    </SimpleGrid>
  );
}

/** Shows what a ticket costs in the charge currency, and the revenue of all tickets. */
function Preview({ price, tickets }: { readonly price: number; readonly tickets: number }) {
  const slug = useSlug();
  const { data } = useQuery(organisationOf(slug));
  if (!data || !(price > 0)) return null;
  const { fiatCurrency } = data;
  const rate = fiatCurrency === "USD" ? 1 : Number(data.rates[fiatCurrency] ?? 0);
  const charged =
    data.fiatEnabled && rate > 0 ? { currency: fiatCurrency, rate } : { currency: "USD", rate: 1 };
  const inCurrency = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency: charged.currency,
  }).format(price * charged.rate);
  const ways = [
    data.fiatEnabled && rate > 0 && fiatCurrency,
    ...(data.cryptoEnabled ? data.acceptedTokens : []),
  ].filter(Boolean);
  return (
    <Text size="sm" role="status">
      A ticket costs about {inCurrency}
      {tickets > 0 && `; all tickets together bring in ${usd(Math.round(price * 100) * tickets)}`}.{" "}
      {ways.length > 0 ? `Buyers pay in ${ways.join(", ")}.` : "No way to pay is enabled yet."}
      {data.fiatEnabled &&
        rate === 0 &&
        ` Buyers cannot pay in ${fiatCurrency}: the settings have no rate for it.`}
    </Text>
  );
}

export function nameOf({ id, name, brand, model }: Schema<"Prize">): string {
  return name ?? ([brand, model].filter(Boolean).join(" ") || `Prize ${id}`);
}
