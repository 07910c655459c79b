/** Places for calls. Collectors that share them leave each other no call under way beside their own. */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Begins when there is a place, in the order of asking. */
  take(begin: () => void): void {
    if (this.#underWay < this.#atOnce) {
      this.#underWay++;
      setImmediate(begin);
    } else this.#waiting.push(begin);
  }

  /** The next one begins at once. @returns whether there was one */
  giveBack(): boolean {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#underWay--;
    return next !== undefined;
  }
}
