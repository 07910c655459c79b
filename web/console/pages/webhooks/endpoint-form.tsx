import { Checkbox, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useSaveForm } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";

type EventType = Schema<"StoredEvent">["type"];

/** Types of events, with their causes. A ping is sent only to the endpoint that is tested. */
const EVENT_TYPES: Readonly<Record<Exclude<EventType, "ping">, string>> = {
  "entry.confirmed": "A session was paid and its tickets were issued",
  "payment.settled": "A payment was received",
  "lot.closed": "A competition no longer accepts entries",
  "lot.cancelled": "A competition was cancelled",
  "draw.completed": "A winner was drawn",
};

export const EVENT_NAMES = Object.keys(EVENT_TYPES) as Exclude<EventType, "ping">[];

interface Values {
  url: string;
  description: string;
  which: "all" | "some";
  events: EventType[];
}

type Form = UseFormReturnType<Values>;

const bodyOf = ({ url, description, which, events }: Values) => ({
  url: url.trim(),
  description: description.trim() || null,
  events: which === "all" ? null : events,
});

function Fields({ form }: { readonly form: Form }) {
  return (
    <>
      <TextInput
        label="Address"
        description="It must answer each POST with 2xx within seconds."
        type="url"
        required
        placeholder="https://shop.example/hooks/raffle"
        data-autofocus
        {...form.getInputProps("url")}
      />
      <Textarea
        label="Description"
        description="For your team: what receives the events."
        autosize
        maxLength={200}
        {...form.getInputProps("description")}
      />
      <Radio.Group label="Events" {...form.getInputProps("which")}>
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All events, including future types" />
          <Radio value="some" label="Selected events only" />
        </Stack>
      </Radio.Group>
      {form.values.which === "some" && (
        <Checkbox.Group label="Selected events" {...form.getInputProps("events")}>
          <Stack gap="xs" mt="xs">
            {Object.entries(EVENT_TYPES).map(([type, meaning]) => (
              <Checkbox key={type} value={type} label={type} description={meaning} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}

interface EndpointFormProps {
  /** null: registers a new one. */
  readonly endpoint: Schema<"WebhookEndpoint"> | null;
  readonly onClose: () => void;
  readonly onRegistered?: (secret: string) => void;
}

/** Registers an endpoint, or changes one. */
export function EndpointForm({ endpoint, onClose, onRegistered }: EndpointFormProps) {
  const slug = useSlug();
  const form = useForm<Values>({
    initialValues: {
      url: endpoint?.url ?? "",
      description: endpoint?.description ?? "",
      which: endpoint?.events ? "some" : "all",
      events: [...(endpoint?.events ?? [])],
    },
  });
  const saving = useSaveForm<ReturnType<typeof bodyOf>, { readonly id: number; readonly secret?: string }>({
    before: bodyOf(form.getInitialValues()),
    create: (body, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/webhook-endpoints", { params: { path: { slug } }, headers, body }),
      ),
    change:
      endpoint &&
      ((body, headers) =>
        answerOf(
          api.PATCH("/organisations/{slug}/webhook-endpoints/{id}", {
            params: { path: { slug, id: endpoint.id } },
            headers,
            body,
          }),
        )),
    changes: [["o", slug, "endpoints"]],
    onDone: ({ secret }) => (secret === undefined ? onClose() : onRegistered?.(secret)),
  });
  return (
    <FormDialog
      title={endpoint ? "Edit the endpoint" : "Register an endpoint"}
      onClose={onClose}
      onSubmit={() => saving.act(bodyOf(form.values))}
      submit={endpoint ? "Save" : "Register"}
      acting={saving}
      isReady={form.values.which === "all" || form.values.events.length > 0}
    >
      <Fields form={form} />
    </FormDialog>
  );
}
