import { TeamInvitations } from "./team-invitations.ts";
import { OwnLogins } from "./own-logins.ts";
import { OwnName } from "./names/own-name.ts";
import { PasskeyUse } from "./passkey-use.ts";
import { ProviderUse } from "./provider/provider-use.ts";
import { PersonSignIn } from "./person-sign-in.ts";
import { Team } from "./team.ts";
import { TeamMails } from "./team-mails.ts";
import { NoticeMails } from "./notice-mails.ts";

export const PEOPLE = [
  PersonSignIn,
  PasskeyUse,
  OwnLogins,
  OwnName,
  TeamInvitations,
  ProviderUse,
  TeamMails,
  Team,
  NoticeMails,
] as const;
