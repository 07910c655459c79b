import { Progress, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api, type Page as Part, pageOf } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { counted } from "../../parts/money.ts";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { localInput } from "../../parts/time.tsx";

const DAY_MS = 86_400_000;
const PART = 100;
/** More is not done by one click. */
const MOST = 1_000;

interface Failed {
  readonly ids: readonly number[];
  /** Whether there are more than are done at once. */
  readonly isAll: boolean;
}

/** Sends everything anew that failed since a time: the number stands there before it happens. */
export function ReplayFailed({
  endpointId,
  onClose,
}: {
  readonly endpointId: number;
  readonly onClose: () => void;
}) {
  const slug = useSlug();
  const [since, setSince] = useState(localInput(new Date(Date.now() - DAY_MS)));
  const [done, setDone] = useState(0);
  const failed = useFailed(slug, endpointId, since);
  const replaying = useAct({
    send: async (ids: readonly number[], headers) => {
      for (const [at, id] of ids.entries()) {
        // A key for each: what was sent before a break is not sent again after it.
        const key = `${headers["Idempotency-Key"]}-${id}`;
        const params = { path: { slug, id } };
        await answerOf(
          api.POST("/organisations/{slug}/deliveries/{id}/replay", {
            params,
            headers: { "Idempotency-Key": key },
          }),
        );
        setDone(at + 1);
      }
      return ids.length;
    },
    changes: [["o", slug, "deliveries", endpointId]],
    onDone: onClose,
  });
  const ids = failed.data?.ids ?? [];
  return (
    <FormDialog
      title="Replay all that failed"
      opened
      onClose={onClose}
      onSubmit={() => replaying.act(ids)}
      submit={failed.data ? `Replay ${counted(ids.length, "delivery", "deliveries")}` : "Replay"}
      isActing={replaying.isActing}
      problem={replaying.problem}
      isReady={ids.length > 0}
    >
      <Stack>
        <TextInput
          type="datetime-local"
          label="Failed since"
          description="In your time zone."
          required
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
          data-autofocus
        />
        <Text size="sm" role="status">
          {failed.data
            ? `${counted(ids.length, "delivery", "deliveries")} failed since then${failed.data.isAll ? "" : ` or more: the newest ${MOST} are sent now`}. Each is sent with the same id and body.`
            : "Counting…"}
        </Text>
        <ProblemAlert problem={failed.error} />
        {replaying.isActing && (
          <Progress value={(done / Math.max(1, ids.length)) * 100} aria-label="Replayed" />
        )}
      </Stack>
    </FormDialog>
  );
}

function useFailed(slug: string, endpointId: number, since: string) {
  const from = new Date(since);
  const isTime = !Number.isNaN(from.getTime());
  return useQuery({
    queryKey: ["o", slug, "failed", endpointId, since],
    queryFn: () => failedSince(slug, endpointId, from),
    enabled: isTime,
    staleTime: 0,
  });
}

async function failedSince(slug: string, id: number, from: Date): Promise<Failed> {
  const ids: number[] = [];
  let after: string | undefined;
  for (;;) {
    const query = { limit: PART, after: after as never, state: "failed" as const };
    const params = { path: { slug, id }, query };
    const { rows, next }: Part<Schema<"Delivery">> = await pageOf(
      api.GET("/organisations/{slug}/webhook-endpoints/{id}/deliveries", { params }),
    );
    for (const { id, createdAt } of rows) {
      if (new Date(createdAt) < from) return { ids, isAll: true };
      ids.push(id);
      if (ids.length >= MOST) return { ids, isAll: false };
    }
    if (next === null) return { ids, isAll: true };
    after = next as string;
  }
}
