import { MyTickets } from "./my-tickets.ts";
import { SigningIn } from "./signing-in.ts";

export const BUYERS = [SigningIn, MyTickets] as const;
