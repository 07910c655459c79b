import { Search } from "./search.ts";

export const SEARCH = [Search] as const;
