import { SigningIn } from "./signing-in.ts";

export const BUYERS = [SigningIn] as const;
