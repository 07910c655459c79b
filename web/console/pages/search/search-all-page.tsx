import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { Findings } from "./findings.tsx";
import { SearchForm } from "./search-form.tsx";
import { useSearchText } from "./search-text.ts";

/** Searches all organisations. */
export function SearchAllPage() {
  const q = useSearchText();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["search", q],
    queryFn: () => answerOf(api.POST("/search", { body: { text: q } })),
    enabled: q !== "",
  });
  return (
    <Page title="Search" lead="In all organisations.">
      <SearchForm key={q} text={q} />
      {q !== "" && (
        <Section title={`Results for ${q}`}>
          {isLoading && <Loading rows={3} />}
          <ProblemAlert problem={error} again={() => void refetch()} />
          {data && <Findings findings={data} isOfAll />}
        </Section>
      )}
    </Page>
  );
}
