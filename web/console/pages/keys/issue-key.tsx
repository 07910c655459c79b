import { Checkbox, NumberInput, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";

type Scope = Schema<"ApiKey">["scopes"][number];

const SCOPES: Readonly<Record<Scope, string>> = {
  "competitions:read": "See competitions and prizes",
  "winners:read": "See published winners",
  "entries:create": "Sell tickets: checkout sessions and the entry question",
  "competitions:write": "Create, change and cancel competitions and prizes",
  "draws:create": "Buy fair draws from the draw account",
};

interface Values {
  name: string;
  scopes: Scope[];
  rateLimit: string | number;
  rateWindowSec: string | number;
}

const wanted = ({ name, scopes, rateLimit, rateWindowSec }: Values) => ({
  name: name.trim(),
  scopes,
  rateLimit: Number(rateLimit),
  rateWindowSec: Number(rateWindowSec),
});

interface IssueProps {
  readonly onClose: () => void;
  readonly onIssued: (key: string) => void;
}

export function IssueKey({ onClose, onIssued }: IssueProps) {
  const slug = useSlug();
  const form = useForm<Values>({
    initialValues: {
      name: "",
      scopes: ["competitions:read", "winners:read", "entries:create"],
      rateLimit: 600,
      rateWindowSec: 60,
    },
  });
  const issuing = useAct({
    send: (body: ReturnType<typeof wanted>, headers) =>
      answerOf(api.POST("/organisations/{slug}/api-keys", { params: { path: { slug } }, headers, body })),
    changes: [["o", slug, "keys"]],
    onDone: ({ key }) => key !== null && onIssued(key),
  });
  return (
    <FormDialog
      title="Issue a key"
      opened
      onClose={onClose}
      onSubmit={() => issuing.act(wanted(form.values))}
      submit="Issue"
      isActing={issuing.isActing}
      problem={issuing.problem}
      isReady={form.values.scopes.length > 0}
    >
      <TextInput
        label="Name"
        description="Where it will be used."
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Checkbox.Group label="Scopes" {...form.getInputProps("scopes")}>
        <Stack gap="xs" mt="xs">
          {Object.entries(SCOPES).map(([scope, meaning]) => (
            <Checkbox key={scope} value={scope} label={scope} description={meaning} />
          ))}
        </Stack>
      </Checkbox.Group>
      <SimpleGrid cols={2}>
        <NumberInput
          label="Requests"
          min={1}
          required
          allowDecimal={false}
          {...form.getInputProps("rateLimit")}
        />
        <NumberInput
          label="In seconds"
          min={1}
          required
          allowDecimal={false}
          {...form.getInputProps("rateWindowSec")}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
