import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { Findings } from "./findings.tsx";
import { SearchForm } from "./search-form.tsx";
import { useSearchText } from "./search-text.ts";

/** Searches one organisation. */
export function SearchPage() {
  const slug = useSlug();
  const q = useSearchText();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["o", slug, "search", q],
    queryFn: () =>
      answerOf(api.POST("/organisations/{slug}/search", { params: { path: { slug } }, body: { text: q } })),
    enabled: q !== "",
  });
  return (
    <Page title="Search">
      <SearchForm key={q} text={q} slug={slug} />
      {q !== "" && (
        <Section title={`Results for ${q}`}>
          {isLoading && <Loading rows={3} />}
          <ProblemAlert problem={error} again={() => void refetch()} />
          {data && <Findings findings={data} />}
        </Section>
      )}
    </Page>
  );
}
