import { useMe } from "../../api/me.ts";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { Time, ZONE } from "../../parts/time.tsx";

/** Who is signed in, by what, and where. */
export function MePage() {
  const { person, operatorRole, memberships, login } = useMe();
  return (
    <Page title={person.name} lead={person.email}>
      <Section title="You">
        <Facts
          facts={[
            ["Role at the service", operatorRole?.replaceAll("_", " ") ?? "none"],
            [
              "Organisations",
              memberships.map(({ organisation, role }) => `${organisation.name} (${role})`).join(", ") ||
                "none",
            ],
            ["Time zone", ZONE],
            ["This login ends", <Time key="ends" at={login.endsAt} />],
          ]}
        />
      </Section>
    </Page>
  );
}
