import { Checkbox, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAct } from "../../api/act.ts";
import { changed } from "../../api/changed.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";

type EventType = Schema<"StoredEvent">["type"];

/** What happens, and when each is sent. A ping goes to whoever is pinged. */
export const EVENT_TYPES: Readonly<Record<Exclude<EventType, "ping">, string>> = {
  "entry.confirmed": "A session was paid and its tickets were issued",
  "payment.settled": "A payment was received",
  "lot.closed": "A competition no longer accepts entries",
  "lot.cancelled": "A competition was cancelled",
  "draw.completed": "A winner was drawn",
};

interface Values {
  url: string;
  description: string;
  which: "all" | "some";
  events: EventType[];
}

function useEndpointForm(initialValues: Values) {
  return useForm<Values>({ initialValues });
}

type Form = ReturnType<typeof useEndpointForm>;

const wanted = ({ url, description, which, events }: Values) => ({
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

interface RegisterProps {
  readonly onClose: () => void;
  readonly onRegistered: (secret: string) => void;
}

export function RegisterEndpoint({ onClose, onRegistered }: RegisterProps) {
  const slug = useSlug();
  const form = useEndpointForm({ url: "", description: "", which: "all", events: [] });
  const registering = useAct({
    send: (body: ReturnType<typeof wanted>, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/webhook-endpoints", { params: { path: { slug } }, headers, body }),
      ),
    changes: [["o", slug, "endpoints"]],
    onDone: ({ secret }) => onRegistered(secret),
  });
  return (
    <FormDialog
      title="Register an endpoint"
      opened
      onClose={onClose}
      onSubmit={() => registering.act(wanted(form.values))}
      submit="Register"
      isActing={registering.isActing}
      problem={registering.problem}
      isReady={form.values.which === "all" || form.values.events.length > 0}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

interface ChangeProps {
  readonly endpoint: Schema<"WebhookEndpoint">;
  readonly onClose: () => void;
}

export function ChangeEndpoint({ endpoint, onClose }: ChangeProps) {
  const slug = useSlug();
  const { id, url, description, events } = endpoint;
  const form = useEndpointForm({
    url,
    description: description ?? "",
    which: events === null ? "all" : "some",
    events: [...(events ?? [])],
  });
  const changing = useAct({
    send: (body: ReturnType<typeof wanted>, headers) =>
      answerOf(
        api.PATCH("/organisations/{slug}/webhook-endpoints/{id}", {
          params: { path: { slug, id } },
          headers,
          body: changed(wanted(form.getInitialValues()), body),
        }),
      ),
    changes: [["o", slug, "endpoints"]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Edit the endpoint"
      opened
      onClose={onClose}
      onSubmit={() => changing.act(wanted(form.values))}
      submit="Save"
      isActing={changing.isActing}
      problem={changing.problem}
      isReady={form.values.which === "all" || form.values.events.length > 0}
    >
      <Fields form={form} />
    </FormDialog>
  );
}
