import * as lots from "./lots.ts";
import * as organisations from "./organisations.ts";
import * as people from "./people.ts";

/** The entities of all tables. */
export const ENTITIES = [lots, organisations, people].flatMap((module) => Object.values(module));
