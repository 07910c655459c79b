import { Inviting } from "./inviting.ts";
import { OwnLogins } from "./own-logins.ts";
import { OwnName } from "./names/own-name.ts";
import { PasskeyUse } from "./passkey-use.ts";
import { ProviderUse } from "./provider/provider-use.ts";
import { PeopleSigningIn } from "./signing-in.ts";
import { Team } from "./team.ts";
import { TeamMails } from "./team-mails.ts";
import { Telling } from "./telling.ts";

export const PEOPLE = [
  PeopleSigningIn,
  PasskeyUse,
  OwnLogins,
  OwnName,
  Inviting,
  ProviderUse,
  TeamMails,
  Team,
  Telling,
] as const;
