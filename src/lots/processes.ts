import { Closing } from "./closing.ts";
import { EntryQuiz } from "./entry-quiz.ts";
import { LotCatalogue } from "./lot-catalogue.ts";
import { Offers } from "./offers.ts";
import { PrizeAdministration } from "./prize-administration.ts";
import { QuestionAdministration } from "./question-administration.ts";
import { Unwinding } from "./unwinding.ts";

export const LOTS = [
  LotCatalogue,
  PrizeAdministration,
  Offers,
  EntryQuiz,
  QuestionAdministration,
  Closing,
  Unwinding,
] as const;
