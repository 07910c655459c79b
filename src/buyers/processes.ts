import { MyTickets } from "./my-tickets.ts";
import { BuyerSignIn } from "./buyer-sign-in.ts";

export const BUYERS = [BuyerSignIn, MyTickets] as const;
