import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { CancelCompetition } from "./cancel-competition.tsx";
import { CompetitionForm } from "./competition-form.tsx";

/** Shows the actions of a competition in its state. */
export function CompetitionActs({ competition }: { readonly competition: Schema<"OperatorCompetition"> }) {
  const slug = useSlug();
  const may = useMay(slug);
  const [open, setOpen] = useState<"change" | "copy" | "cancel" | null>(null);
  const { id, status, state, drawnAt, archivedAt } = competition;
  const params = { path: { slug, id } };
  const changes = [
    ["o", slug, "competition", id],
    ["o", slug, "competitions"],
  ];
  const opening = useAct({
    send: (_: null, headers) =>
      answerOf(
        api.PATCH("/organisations/{slug}/competitions/{id}", { params, headers, body: { status: "active" } }),
      ),
    changes,
  });
  const drawing = useAct({
    send: (_: null, headers) =>
      answerOf(api.POST("/organisations/{slug}/competitions/{id}/draw", { params, headers })),
    changes,
  });
  const archiving = useAct({
    send: (_: null, headers) =>
      answerOf(api.POST("/organisations/{slug}/competitions/{id}/archive", { params, headers })),
    changes,
  });
  const canCancel = may("competitions:cancel") && drawnAt === null && status !== "cancelled";
  const canChange = may("competitions:write") && (status === "draft" || status === "active");
  const canArchive = may("competitions:archive") && drawnAt !== null && archivedAt === null;
  return (
    <>
      {may("competitions:write") && status === "draft" && (
        <Button onClick={() => opening.act(null)} loading={opening.isActing}>
          Open
        </Button>
      )}
      {may("draws:continue") && state === "closing" && (
        <Button onClick={() => drawing.act(null)} loading={drawing.isActing}>
          Continue the draw
        </Button>
      )}
      {(canCancel || canChange || canArchive || may("competitions:write")) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default">More</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {canChange && <Menu.Item onClick={() => setOpen("change")}>Edit</Menu.Item>}
            {may("competitions:write") && <Menu.Item onClick={() => setOpen("copy")}>Duplicate</Menu.Item>}
            {canArchive && <Menu.Item onClick={() => archiving.act(null)}>Archive</Menu.Item>}
            {canCancel && <Menu.Item onClick={() => setOpen("cancel")}>Cancel the competition</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
      <ProblemAlert problem={opening.problem ?? drawing.problem ?? archiving.problem} />
      {open === "change" && <CompetitionForm competition={competition} onClose={() => setOpen(null)} />}
      {open === "copy" && <CompetitionForm copyOf={competition} onClose={() => setOpen(null)} />}
      {open === "cancel" && <CancelCompetition competition={competition} onClose={() => setOpen(null)} />}
    </>
  );
}
