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
