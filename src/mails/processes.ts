import { Posting } from "./posting.ts";

export const MAILS = [Posting] as const;
