import { Button, Menu, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { SecretOnce } from "../../parts/secret.tsx";
import { EndpointForm } from "./endpoint-form.tsx";

type Open = "change" | "rotate" | "remove" | null;

/** Shows the actions of an endpoint. */
export function EndpointActs({ endpoint }: { readonly endpoint: Schema<"WebhookEndpoint"> }) {
  const slug = useSlug();
  const may = useMay(slug);
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { id, enabled } = endpoint;
  const params = { path: { slug, id } };
  const changes = [
    ["o", slug, "endpoints"],
    ["o", slug, "deliveries", id],
  ];
  const close = () => setOpen(null);
  const pinging = useAct({
    send: (_: null, headers) =>
      answerOf(api.POST("/organisations/{slug}/webhook-endpoints/{id}/ping", { params, headers })),
    changes,
    onDone: ({ eventId }) => notifications.show({ title: "Ping queued", message: `Event ${eventId}` }),
  });
  const switching = useAct({
    send: (body: { enabled: boolean }, headers) =>
      answerOf(api.PATCH("/organisations/{slug}/webhook-endpoints/{id}", { params, headers, body })),
    changes,
  });
  const hasMenu = may("webhooks:write") || may("webhooks:secret");
  return (
    <>
      {may("webhooks:send") && (
        <Button onClick={() => pinging.act(null)} loading={pinging.isActing}>
          Send a ping
        </Button>
      )}
      {hasMenu && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default">More</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {may("webhooks:write") && (
              <>
                <Menu.Item onClick={() => setOpen("change")}>Edit</Menu.Item>
                <Menu.Item onClick={() => switching.act({ enabled: !enabled })}>
                  {enabled ? "Disable" : "Enable"}
                </Menu.Item>
              </>
            )}
            {may("webhooks:secret") && (
              <Menu.Item onClick={() => setOpen("rotate")}>Replace the secret</Menu.Item>
            )}
            {may("webhooks:write") && <Menu.Item onClick={() => setOpen("remove")}>Remove</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
      <ProblemAlert problem={pinging.problem ?? switching.problem} />
      {open === "change" && <EndpointForm endpoint={endpoint} onClose={close} />}
      {open === "rotate" && <ReplaceSecret id={id} onClose={close} onReplaced={setSecret} />}
      {open === "remove" && <RemoveEndpoint endpoint={endpoint} onClose={close} />}
      <SecretOnce
        title="The endpoint's new secret"
        secret={secret}
        about="The previous secret also signs deliveries for 24 hours."
        onStored={() => setSecret(null)}
      />
    </>
  );
}

interface ReplaceProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onReplaced: (secret: string) => void;
}

/** Replaces the secret. The previous one signs deliveries, too, for 24 hours. */
export function ReplaceSecret({ id, onClose, onReplaced }: ReplaceProps) {
  const slug = useSlug();
  const params = { path: { slug, id } };
  const rotating = useAct({
    send: (_: null, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/webhook-endpoints/{id}/rotate-secret", { params, headers, body: {} }),
      ),
    changes: [["o", slug, "endpoints"]],
    onDone: (rotated) => {
      onClose();
      onReplaced(rotated.secret);
    },
  });
  return (
    <FormDialog
      title="Replace the secret"
      onClose={onClose}
      onSubmit={() => rotating.act(null)}
      submit="Create a new secret"
      acting={rotating}
    >
      <Text size="sm">
        For 24 hours both secrets sign every delivery, so your receiver can switch without losing any. If you
        replace it again in that time, the oldest secret stops working at once.
      </Text>
    </FormDialog>
  );
}

interface RemoveProps {
  readonly endpoint: Schema<"WebhookEndpoint">;
  readonly onClose: () => void;
}

function RemoveEndpoint({ endpoint, onClose }: RemoveProps) {
  const slug = useSlug();
  const navigate = useNavigate();
  const params = { path: { slug, id: endpoint.id } };
  const removing = useAct({
    send: (_: null, headers) =>
      answerOf(api.DELETE("/organisations/{slug}/webhook-endpoints/{id}", { params, headers })),
    changes: [],
    onDone: () => void navigate({ to: "/o/$slug/webhooks", params: { slug } }),
  });
  return (
    <FormDialog
      title="Remove the endpoint"
      onClose={onClose}
      onSubmit={() => removing.act(null)}
      submit="Remove"
      isDangerous
      acting={removing}
    >
      <Text size="sm">
        Nothing more is sent to {endpoint.url}, and its deliveries are no longer shown. Events are kept.
      </Text>
    </FormDialog>
  );
}
