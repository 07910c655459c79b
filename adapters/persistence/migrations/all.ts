import type { ListedMigration } from "../schema/migration.ts";

/** In order of execution. A start loads those that the database lacks. */
export const MIGRATIONS: readonly ListedMigration[] = [
  { name: "0001-baseline", load: () => import("./0001-baseline.ts") },
  { name: "0002-lot-metadata", load: () => import("./0002-lot-metadata.ts") },
  { name: "0003-order-metadata", load: () => import("./0003-order-metadata.ts") },
  { name: "0004-event-feed", load: () => import("./0004-event-feed.ts") },
  { name: "0005-simulated-clock", load: () => import("./0005-simulated-clock.ts") },
  { name: "0006-test-organisations", load: () => import("./0006-test-organisations.ts") },
  { name: "0007-test-organisations-validate", load: () => import("./0007-test-organisations-validate.ts") },
  { name: "0008-mode-unchanged", load: () => import("./0008-mode-unchanged.ts") },
  { name: "0009-seller-details", load: () => import("./0009-seller-details.ts") },
  { name: "0010-codes-first", load: () => import("./0010-codes-first.ts") },
  { name: "0011-unpaid-mails", load: () => import("./0011-unpaid-mails.ts") },
  { name: "0012-unpaid-mails-validate", load: () => import("./0012-unpaid-mails-validate.ts") },
  { name: "0013-figures", load: () => import("./0013-figures.ts") },
  { name: "0014-buyer-notes", load: () => import("./0014-buyer-notes.ts") },
  { name: "0015-dispute-answer-by", load: () => import("./0015-dispute-answer-by.ts") },
  { name: "0016-attempts-by-value", load: () => import("./0016-attempts-by-value.ts") },
  { name: "0017-attempts-by-value-alone", load: () => import("./0017-attempts-by-value-alone.ts") },
  { name: "0018-attempts-by-hash", load: () => import("./0018-attempts-by-hash.ts") },
  { name: "0019-attempts-key", load: () => import("./0019-attempts-key.ts") },
  { name: "0020-no-visits", load: () => import("./0020-no-visits.ts") },
  { name: "0021-order-pass", load: () => import("./0021-order-pass.ts") },
  { name: "0022-dispute-notices", load: () => import("./0022-dispute-notices.ts") },
  { name: "0023-dispute-notices-validate", load: () => import("./0023-dispute-notices-validate.ts") },
];
