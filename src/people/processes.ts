import { OwnLogins } from "./own-logins.ts";
import { PasskeyUse } from "./passkey-use.ts";
import { PeopleSigningIn } from "./signing-in.ts";

export const PEOPLE = [PeopleSigningIn, PasskeyUse, OwnLogins] as const;
