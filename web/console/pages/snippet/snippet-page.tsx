import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { BASE } from "../../api/base.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMe } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import { partnerPolicy, type PinnedFile, tagFor } from "../../api/snippet.ts";
import type { Schema } from "../../api/schemas.ts";
import { Verbatim } from "../../parts/copy.tsx";
import { LANGUAGES } from "../../parts/locales.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { useFilters } from "../../shell/filters.ts";
import { Outside, To } from "../../shell/links.tsx";

const SHOWABLE: ReadonlySet<string> = new Set(["scheduled", "open"]);

/** The service's files for partners' pages are at the console's host, too: its policy allows no other. */
const FILES = {
  queryKey: ["embed.json"],
  queryFn: async () => {
    const answer = await fetch(`${BASE.replace(/\/admin$/, "")}/embed.json`);
    if (!answer.ok) throw new Error(`embed.json: ${answer.status}`);
    return (await answer.json()) as Readonly<Record<"widget.js", PinnedFile>>;
  },
} as const;

type Choice = "competition" | "locale" | "scheme" | "affiliate";
type Chosen = { readonly [N in Choice]?: string };

/** Writes the lines that show competitions on a page of the organisation. */
export function SnippetPage() {
  const slug = useSlug();
  const { publicUrl: base } = useMe();
  const [filters, choose] = useFilters<Choice>();
  // The address's numbers arrive as such.
  const chosen: Chosen = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  );
  const organisation = useQuery(organisationOf(slug));
  const files = useQuery(FILES);
  const competitions = useQuery({
    queryKey: ["o", slug, "competitions", "showable"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/competitions", { params: { path: { slug }, query: { limit: 100 } } }),
      ),
  });
  const showable = competitions.data?.filter(({ state }) => SHOWABLE.has(state)) ?? [];
  const competition = showable.find(({ id }) => String(id) === chosen.competition);
  const file = files.data?.["widget.js"];
  const choice = {
    ...chosen,
    base,
    slug,
    name: competition?.title ?? organisation.data?.name ?? slug,
    competition: competition && String(competition.id),
  };
  return (
    <Page
      title="Widget"
      lead={
        <>
          Shows competitions on your page. Accent, logo and allowed sites are in{" "}
          <To to="/o/$slug/settings" params={{ slug }} underline="always">
            Settings
          </To>
          .
        </>
      }
    >
      <ProblemAlert problem={organisation.error ?? competitions.error} />
      <Choose showable={showable} chosen={chosen} choose={choose} />
      <Section title="Script tag" lead="Visitors without JavaScript get the link.">
        <Verbatim label="Script tag" text={tagFor(choice)} />
      </Section>
      <Section
        title="Pinned script tag"
        lead="Browsers run exactly this version, which is served permanently. Update the line to get a later one."
      >
        {files.error && <Outside href={`${base}/embed.json`}>Read the hashes in embed.json</Outside>}
        {!files.error &&
          (file ? <Verbatim label="Pinned script tag" text={tagFor(choice, file)} /> : <Loading rows={2} />)}
      </Section>
      <Section title="Content Security Policy" lead="Directives that your page needs, if it has a policy.">
        <Verbatim label="Content Security Policy" text={partnerPolicy(base)} />
      </Section>
    </Page>
  );
}

interface ChooseProps {
  readonly showable: readonly Schema<"OperatorCompetition">[];
  readonly chosen: Chosen;
  readonly choose: (name: Choice, value: string | null) => void;
}

function Choose({ showable, chosen, choose }: ChooseProps) {
  return (
    <Section title="Choose">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Competition"
          placeholder="All competitions"
          clearable
          searchable
          data={showable.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={chosen.competition ?? null}
          onChange={(value) => choose("competition", value)}
        />
        <Select
          label="Language"
          placeholder="As the page or the visitor's browser"
          clearable
          data={LANGUAGES}
          value={chosen.locale ?? null}
          onChange={(value) => choose("locale", value)}
        />
        <Select
          label="Colours"
          placeholder="As the visitor's device"
          clearable
          data={[
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
          value={chosen.scheme ?? null}
          onChange={(value) => choose("scheme", value)}
        />
        <TextInput
          label="Affiliate code"
          maxLength={40}
          value={chosen.affiliate ?? ""}
          onChange={(event) => choose("affiliate", event.currentTarget.value.trim())}
        />
      </SimpleGrid>
    </Section>
  );
}
