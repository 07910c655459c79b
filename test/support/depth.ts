/** Depth of this run: `usual`, or `deep` before a release and each night. */
export const DEPTH = depthOf(process.env);

/** A number of a test that is smaller in usual runs than in deep ones. */
export interface Reduction {
  /** Plural of what is counted, such as `requests to each route`. */
  readonly what: string;
  /** Number in this run. */
  readonly taken: number;
  readonly deep: number;
  /** Variable that set `taken`. null: the depth did. */
  readonly variable: string | null;
}

interface Amounts {
  readonly usual: number;
  readonly deep: number;
  /** Environment variable that wins over the depth. */
  readonly variable?: string;
}

const reductions: Reduction[] = [];

/** Returns how many of something a test takes in this run, and notes it for the report at the run's end. */
export function amount(what: string, amounts: Amounts): number {
  const reduction = amountIn(process.env, what, amounts);
  if (reduction.taken < reduction.deep) reductions.push(reduction);
  return reduction.taken;
}

/** Returns whether a scenario runs that usual runs leave out, and notes it for the report at the run's end. */
export function onlyDeep(what: string): boolean {
  return amount(what, { usual: 0, deep: 1 }) > 0;
}

/** Returns what was noted since the last call. */
export function takeReductions(): readonly Reduction[] {
  return reductions.splice(0);
}

/** @throws for a value of `variable` that is not a whole number above 0 */
export function amountIn(
  environment: NodeJS.ProcessEnv,
  what: string,
  { usual, deep, variable }: Amounts,
): Reduction {
  const text = variable === undefined ? undefined : environment[variable];
  if (variable === undefined || text === undefined) {
    return { what, taken: depthOf(environment) === "deep" ? deep : usual, deep, variable: null };
  }
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${variable} is a whole number above 0, not ${text}`);
  return { what, taken: Number(text), deep, variable };
}

function depthOf({ DEPTH = "usual" }: NodeJS.ProcessEnv): "usual" | "deep" {
  if (DEPTH !== "usual" && DEPTH !== "deep") throw new Error(`DEPTH is usual or deep, not ${DEPTH}`);
  return DEPTH;
}
