import { PeopleSigningIn } from "./signing-in.ts";

export const PEOPLE = [PeopleSigningIn] as const;
