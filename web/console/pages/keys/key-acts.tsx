import { NumberInput, Text } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";

const A_DAY_IN_HOURS = 24;
const A_WEEK_IN_HOURS = 168;

interface KeyActProps {
  readonly apiKey: Schema<"ApiKey">;
  readonly onClose: () => void;
}

interface ShowingProps extends KeyActProps {
  readonly onShown: (secret: string | null) => void;
}

/** Claims a key, which creates its secret: the issuer has never seen it. */
export function ClaimKey({ apiKey, onClose, onShown }: ShowingProps) {
  const slug = useSlug();
  const claiming = useAct({
    send: (_: null, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/api-keys/{id}/claim", {
          params: { path: { slug, id: apiKey.id } },
          headers,
        }),
      ),
    changes: [["o", slug, "keys"]],
    onDone: ({ key }) => {
      onClose();
      onShown(key);
    },
  });
  return (
    <FormDialog
      title={`Claim ${apiKey.name}`}
      onClose={onClose}
      onSubmit={() => claiming.act(null)}
      submit="Create and show the secret"
      acting={claiming}
    >
      <Text size="sm">
        The secret is created now and shown only to you, once. Have a safe place ready to store it.
      </Text>
    </FormDialog>
  );
}

/** Replaces the secret of a key. The previous secret works until the grace period ends. */
export function RollKey({ apiKey, onClose, onShown }: ShowingProps) {
  const slug = useSlug();
  const [graceHours, setGraceHours] = useState<string | number>(A_DAY_IN_HOURS);
  const rolling = useAct({
    send: (body: { graceHours: number }, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/api-keys/{id}/roll", {
          params: { path: { slug, id: apiKey.id } },
          headers,
          body,
        }),
      ),
    changes: [["o", slug, "keys"]],
    onDone: ({ key }) => {
      onClose();
      onShown(key);
    },
  });
  return (
    <FormDialog
      title={`Roll ${apiKey.name}`}
      onClose={onClose}
      onSubmit={() => rolling.act({ graceHours: Number(graceHours) })}
      submit="Create a new secret"
      acting={rolling}
    >
      <Text size="sm">
        The key keeps its scopes and rate limit. Both secrets work for these hours; then only the new one
        does.
      </Text>
      <NumberInput
        label="Hours that the previous secret still works"
        required
        min={0}
        max={A_WEEK_IN_HOURS}
        allowDecimal={false}
        value={graceHours}
        onChange={setGraceHours}
        data-autofocus
      />
    </FormDialog>
  );
}

/** Revokes a key immediately and permanently. */
export function RevokeKey({ apiKey, onClose }: KeyActProps) {
  const slug = useSlug();
  const revoking = useAct({
    send: (_: null, headers) =>
      answerOf(
        api.DELETE("/organisations/{slug}/api-keys/{id}", {
          params: { path: { slug, id: apiKey.id } },
          headers,
        }),
      ),
    changes: [["o", slug, "keys"]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Revoke ${apiKey.name}`}
      onClose={onClose}
      onSubmit={() => revoking.act(null)}
      submit="Revoke"
      isDangerous
      acting={revoking}
    >
      <Text size="sm">All calls with this key are refused immediately and permanently.</Text>
    </FormDialog>
  );
}
