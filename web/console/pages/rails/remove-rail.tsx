import { Text } from "@mantine/core";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { providerName } from "./words.ts";

interface RemoveProps {
  readonly account: Schema<"RailAccount">;
  readonly onClose: () => void;
}

export function RemoveRail({ account: { kind, provider }, onClose }: RemoveProps) {
  const slug = useSlug();
  const removing = useAct({
    send: (_: null, headers) =>
      answerOf(
        api.DELETE("/organisations/{slug}/rails/{kind}", {
          params: { path: { slug, kind }, query: { provider } },
          headers,
        }),
      ),
    changes: [["o", slug, "rails"]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Remove ${providerName(provider)} (${kind})`}
      onClose={onClose}
      onSubmit={() => removing.act(null)}
      submit="Remove"
      isDangerous
      acting={removing}
    >
      <Text size="sm">Buyers can no longer start payments with it. Payments in progress still finish.</Text>
    </FormDialog>
  );
}
