/** Processor milliseconds of one sample on the reference machine, with nothing else running. */
const REFERENCE_MS = 24;
/** Repetitions of the work in one sample: some systems count processor time in steps of several milliseconds. */
const REPETITIONS = 10;

interface Sample {
  /** Milliseconds of the run's clock. */
  readonly at: number;
  /** Processor milliseconds. */
  readonly ms: number;
}

/** Comparison of this machine, as busy as it is, with the reference machine: by fixed work, repeated during the run. */
export class Slowness {
  readonly #samples: Sample[] = [];

  sample(): void {
    const before = process.threadCpuUsage();
    for (let i = 0; i < REPETITIONS; i++) work();
    const { user, system } = process.threadCpuUsage(before);
    this.#samples.push({ at: performance.now(), ms: (user + system) / 1_000 });
  }

  /** Returns how many times longer the same work takes here: the mean of all samples, 1 without any. */
  get factor(): number {
    return factorOf(this.#samples);
  }

  /** Returns the factor of a part of the run, between two times of its clock. A machine is not equally slow all the time. */
  between(from: number, to: number): number {
    return factorOf(this.#samples.filter(({ at }) => at >= from && at <= to));
  }
}

function factorOf(samples: readonly Sample[]): number {
  if (samples.length === 0) return 1;
  return samples.reduce((sum, { ms }) => sum + ms, 0) / samples.length / REFERENCE_MS;
}

/** Makes, sorts and reads texts, as tests do most of the time. */
function work(): number {
  let state = 1;
  const rows = Array.from({ length: 4_000 }, (_, id) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return { id, name: `row ${state}`, values: [state % 7, state % 11, state % 13] };
  });
  const sorted = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const read = JSON.parse(JSON.stringify(sorted)) as typeof rows;
  return new Set(read.map(({ name }) => name.replaceAll(/\d/g, "x"))).size;
}
