import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import { useMe } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { tagFor } from "../../api/snippet.ts";
import { Id, Verbatim } from "../../parts/copy.tsx";
import { FormDialog } from "../../parts/dialog.tsx";
import { Facts, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { Outside, To } from "../../shell/links.tsx";

/** States in which a competition sells, or is about to. */
const SELLING: ReadonlySet<string> = new Set(["draft", "scheduled", "open"]);

/** Shows what buyers see and get: the page, the share image, the receipt and the widget. */
export function ForBuyers({ competition }: { readonly competition: Schema<"OperatorCompetition"> }) {
  const slug = useSlug();
  const { publicUrl } = useMe();
  const [isPreview, setPreview] = useState(false);
  const { id, state } = competition;
  const isPublic = state !== "draft";
  const page = `${publicUrl}/embed/${slug}/competition/${id}`;
  const image = `${publicUrl}/og/competition/${id}.png`;
  // The console loads pictures from its own origin only.
  const isOwn = publicUrl === globalThis.location.origin;
  return (
    <Section title="What buyers see">
      <div className="for-buyers">
        {isPublic && isOwn && (
          <img className="share-image" src={image} alt="Share image" width={1_200} height={630} />
        )}
        <Facts
          facts={[
            [
              "Buyers' page",
              isPublic ? (
                <Id key="page" value={page} of="address">
                  <Outside href={page}>Open the page that buyers see</Outside>
                </Id>
              ) : (
                "A draft has no page. Open the competition first."
              ),
            ],
            [
              "Share image",
              isPublic && (
                <Id key="image" value={image} of="address">
                  <Outside href={image}>Image of shared links</Outside>
                </Id>
              ),
            ],
            [
              "Receipt",
              <Button key="receipt" variant="default" size="compact-sm" onClick={() => setPreview(true)}>
                Preview the receipt
              </Button>,
            ],
          ]}
        />
      </div>
      {SELLING.has(state) && <Widget competition={competition} />}
      {isPreview && <Receipt id={id} onClose={() => setPreview(false)} />}
    </Section>
  );
}

function Widget({ competition: { id, title } }: { readonly competition: Schema<"OperatorCompetition"> }) {
  const slug = useSlug();
  const { publicUrl } = useMe();
  return (
    <>
      <Text size="sm" mt="md" mb="xs">
        With the widget, buyers see the competition on your page and buy tickets there.{" "}
        <To to="/o/$slug/widget" params={{ slug }} search={{ competition: String(id) }} underline="always">
          Copy the lines for your page
        </To>
      </Text>
      <Verbatim
        label="Widget"
        text={tagFor({ base: publicUrl, slug, name: title, competition: String(id) })}
      />
    </>
  );
}

/** Shows the mail that buyers get after their payment. */
function Receipt({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const slug = useSlug();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["o", slug, "competition", id, "receipt"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/competitions/{id}/receipt-preview", {
          params: { path: { slug, id } },
        }),
      ),
    staleTime: 0,
  });
  return (
    <FormDialog
      title="Receipt"
      onClose={onClose}
      onSubmit={onClose}
      submit="Close"
      dismiss={null}
      acting={{ isActing: false, problem: null }}
    >
      <Text size="sm">
        Buyers get this mail after their payment, in their language and with your logo and accent colour. This
        is an example of two tickets, in your default language.
      </Text>
      {isLoading && <Loading rows={4} />}
      <ProblemAlert problem={error} again={() => void refetch()} />
      {data && (
        <>
          <Facts
            facts={[
              ["Subject", data.subject],
              ["Replies go to", data.replyTo ?? "the sender. Set a support address in the settings."],
            ]}
          />
          <Verbatim label="receipt" text={data.text} />
        </>
      )}
    </FormDialog>
  );
}
