import { simulate } from "./suite.ts";

simulate({ first: 1, count: 250 });
