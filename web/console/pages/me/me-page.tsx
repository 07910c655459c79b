import { useMe } from "../../api/me.ts";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { Time, ZONE } from "../../parts/time.tsx";
import { Devices } from "./devices.tsx";
import { OwnName } from "./own-name.tsx";
import { Passkeys } from "./passkeys.tsx";

/** Shows the signed-in person, with passkeys and devices. */
export function MePage() {
  const { person, operatorRole, memberships, login } = useMe();
  const roles = memberships.map(({ organisation, role }) => `${organisation.name} (${role})`);
  return (
    <Page title={person.name} lead={person.email} acts={<OwnName />}>
      <Section title="You">
        <Facts
          facts={[
            ["Service role", operatorRole?.replaceAll("_", " ") ?? "none"],
            ["Organisations", roles.join(", ") || "none"],
            ["Time zone", ZONE],
            ["This login ends if it is not used", <Time key="ends" at={login.endsAt} />],
            ["Confirmed until", <Time key="confirmed" at={login.confirmedUntil} none="not confirmed" />],
          ]}
        />
      </Section>
      <Passkeys />
      <Devices />
    </Page>
  );
}
