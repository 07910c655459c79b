import { simulate } from "./suite.ts";

simulate({ first: 251, count: 250 });
