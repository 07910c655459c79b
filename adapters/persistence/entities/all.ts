import * as buyers from "./buyers.ts";
import * as checkout from "./checkout.ts";
import * as draws from "./draws.ts";
import * as lots from "./lots.ts";
import * as mails from "./mails.ts";
import * as onchain from "./onchain.ts";
import * as operations from "./operations.ts";
import * as organisations from "./organisations.ts";
import * as people from "./people.ts";
import * as settlement from "./settlement.ts";
import * as simulated from "./simulated.ts";
import * as webhooks from "./webhooks.ts";

/** The entities of all tables. The modules export nothing else. */
export const ENTITIES = [
  organisations,
  people,
  lots,
  buyers,
  checkout,
  settlement,
  draws,
  webhooks,
  mails,
  onchain,
  operations,
  simulated,
].flatMap((module) => Object.values(module));

/** Lets a column of a foreign key be a property, and a part of the reference, too. */
export const DISCOVERY = { checkDuplicateFieldNames: false } as const;

/** Parts that are not compared with the database: the list of migrations has no entity, triggers and functions are SQL. */
export const COMPARISON = { skipTables: ["migration"], ignoreRoutines: true, ignoreTriggers: true };

/** Differences that no entity can describe: the statement after which there is none, and the reason. */
export const INDESCRIBABLE: readonly (readonly [change: string, reason: string])[] = [
  [
    `alter table commission_entry drop constraint commission_entry_pkey,
      add primary key (organisation_id, affiliate_id, id)`,
    "the primary key of an entity includes no other columns",
  ],
];
