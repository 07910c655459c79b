import { LotCloser } from "./lot-closer.ts";
import { EntryQuiz } from "./entry-quiz.ts";
import { LotCatalogue } from "./lot-catalogue.ts";
import { PaymentOffers } from "./payment-offers.ts";
import { PrizeAdministration } from "./prize-administration.ts";
import { QuestionAdministration } from "./question-administration.ts";
import { LotUnwinder } from "./lot-unwinder.ts";

export const LOTS = [
  LotCatalogue,
  PrizeAdministration,
  PaymentOffers,
  EntryQuiz,
  QuestionAdministration,
  LotCloser,
  LotUnwinder,
] as const;
