import { useQuery } from "@tanstack/react-query";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Time } from "../../parts/time.tsx";

/** One organisation at a glance. */
export function OverviewPage() {
  const slug = useSlug();
  const { data, error } = useQuery(organisationOf(slug));
  return (
    <Page title={data?.name ?? slug}>
      <ProblemAlert problem={error} />
      {data && (
        <Section title="Organisation">
          <Facts
            facts={[
              ["Slug", data.slug],
              ["Currency", data.fiatCurrency],
              ["Since", <Time key="at" at={data.createdAt} />],
            ]}
          />
        </Section>
      )}
    </Page>
  );
}
