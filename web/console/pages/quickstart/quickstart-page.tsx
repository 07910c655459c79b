import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { useMe } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import { tagFor } from "../../api/snippet.ts";
import { Verbatim } from "../../parts/copy.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Outside, To } from "../../shell/links.tsx";

/** Shows commands that work unchanged, with the organisation's values. */
export function QuickstartPage() {
  const slug = useSlug();
  const { publicUrl: base } = useMe();
  const organisation = useQuery(organisationOf(slug));
  const open = useQuery({
    queryKey: ["o", slug, "competitions", "one-open"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/competitions", {
          params: { path: { slug }, query: { limit: 1, state: "open" } },
        }),
      ),
  });
  const id = open.data?.[0]?.id ?? 1;
  const key = `-H "Authorization: Bearer $API_KEY"`;
  const json = `-H 'Content-Type: application/json'`;
  const sell = JSON.stringify({ competitionId: id, quantity: 1, buyer: { email: "buyer@example.com" } });
  return (
    <Page
      title="Quickstart"
      lead={`For the engineers of ${organisation.data?.name ?? slug}. The commands read your API key from $API_KEY.`}
    >
      <ProblemAlert problem={organisation.error ?? open.error} />
      <Section title="1. List what is on sale">
        <Verbatim label="List what is on sale" text={`curl -s ${base}/api/v1/competitions ${key}`} />
      </Section>
      <Section
        title="2. Sell a ticket"
        lead="Requests with the same Idempotency-Key create one order, however often you send them."
      >
        <Verbatim
          label="Sell a ticket"
          text={`curl -s ${base}/api/v1/checkout/sessions ${key} ${json} \\\n  -H "Idempotency-Key: $(uuidgen)" -d '${sell}'`}
        />
      </Section>
      <Section
        title="3. Or show the widget"
        lead={
          <>
            Buyers pay in a window of this service. Your page is notified when they have paid.{" "}
            <To to="/o/$slug/widget" params={{ slug }} underline="always">
              Choose what it shows
            </To>
          </>
        }
      >
        <Verbatim label="Widget" text={tagFor({ base, slug, name: organisation.data?.name ?? slug })} />
      </Section>
      <Section title="4. Receive events">
        Register an endpoint on the Webhooks page. Everything else is in the{" "}
        <Outside href={`${base}/api/v1/openapi.json`}>API description</Outside>.
      </Section>
    </Page>
  );
}
