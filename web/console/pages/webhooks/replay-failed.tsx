import { Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type OnceHeaders, useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import { daysLater } from "../../calendar/days.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { counted } from "../../parts/money.ts";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { localInput } from "../../parts/time.tsx";

interface Range {
  readonly since: string;
  readonly until: string;
}

interface Failed extends Range {
  readonly count: number;
}

interface ReplayFailedProps {
  readonly endpointId: number;
  /** Beginning of the present failure, which the window suggests. Default: a day ago. */
  readonly failingSince?: string | undefined;
  readonly onClose: () => void;
}

/** Replays all deliveries that failed since a time. Their number is shown before. */
export function ReplayFailed({ endpointId, failingSince, onClose }: ReplayFailedProps) {
  const slug = useSlug();
  const [since, setSince] = useState(
    localInput(failingSince === undefined ? daysLater(new Date(), -1) : new Date(failingSince)),
  );
  const from = new Date(since);
  const isTime = !Number.isNaN(from.getTime());
  const failed = useQuery({
    queryKey: ["o", slug, "failed", endpointId, since],
    queryFn: () => failedSince(slug, endpointId, from.toISOString()),
    enabled: isTime,
    staleTime: 0,
    // The number shown is the number replayed.
    refetchOnWindowFocus: false,
  });
  const replaying = useAct({
    send: (range: Range, headers) => replayed(slug, endpointId, range, headers),
    changes: [["o", slug, "deliveries", endpointId]],
    onDone: (count) => {
      onClose();
      notifications.show({
        title: `${counted(count, "delivery is", "deliveries are")} on the way`,
        message: "The list updates automatically.",
      });
    },
  });
  const count = failed.data?.count ?? 0;
  return (
    <FormDialog
      title="Replay failed deliveries"
      onClose={onClose}
      onSubmit={() => failed.data && replaying.act({ since: failed.data.since, until: failed.data.until })}
      submit={failed.data ? `Replay ${counted(count, "delivery", "deliveries")}` : "Replay"}
      acting={replaying}
      isReady={count > 0}
    >
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
          ? `${counted(count, "delivery", "deliveries")} failed since then. Each is sent with the same id and body.`
          : isTime && "Counting…"}
      </Text>
      <ProblemAlert problem={failed.error} />
    </FormDialog>
  );
}

/** Counts failed deliveries. The API scans a part of them at a time, and returns how far it came. */
async function failedSince(slug: string, id: number, since: string): Promise<Failed> {
  let count = 0;
  let until: string | undefined;
  let after: number | undefined;
  for (;;) {
    const params = { path: { slug, id }, query: { since, until, after } };
    const found = await answerOf(
      api.GET("/organisations/{slug}/webhook-endpoints/{id}/replay-failed", { params }),
    );
    count += found.failed;
    until ??= found.until;
    if (found.reached === null) return { count, since, until };
    after = found.reached;
  }
}

async function replayed(slug: string, id: number, range: Range, headers: OnceHeaders): Promise<number> {
  let count = 0;
  let after: number | undefined;
  for (let part = 0; ; part += 1) {
    const answer = await answerOf(
      api.POST("/organisations/{slug}/webhook-endpoints/{id}/replay-failed", {
        params: { path: { slug, id } },
        // Each part has its own key: parts sent before an interruption are not sent again.
        headers: { "Idempotency-Key": `${headers["Idempotency-Key"]}-${part}` },
        body: { ...range, ...(after === undefined ? {} : { after }) },
      }),
    );
    count += answer.replayed;
    if (answer.reached === null) return count;
    after = answer.reached;
  }
}
