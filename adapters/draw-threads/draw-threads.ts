import { once } from "node:events";
import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { type ComputedDraw, DrawComputer } from "../../ports/fair-draws/draw-computer.ts";
import { Log } from "../../ports/log.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";
import { InvalidRequest, Unavailable } from "../../src/shared/problem.ts";
import type { DrawAnswer, DrawTask } from "./draw-thread.ts";
import { FairQueue, type Waiting } from "./fair-queue.ts";
import { computeDraw } from "../../src/fair-draws/reveal-request.ts";

const MB = 1024 * 1024;

export interface DrawThreadsOptions {
  readonly log: Log;
  /** One organisation uses all but one of them, where there are more than one. */
  readonly threads?: number;
  /** Larger requests go to a thread. */
  readonly inlineBytes?: number;
  /** Maximum bytes queued for threads, at most half of them of one organisation; further requests are refused. */
  readonly waitingBytes?: number;
  /** Longest that one draw may take, once a thread has it. */
  readonly timeoutMs?: number;
  /** Memory of a thread; one that needs more ends. */
  readonly heapMb?: number;
  readonly script?: URL;
}

interface Job extends Waiting {
  readonly request: Uint8Array;
  readonly serverSeed: string | null;
  readonly resolve: (computed: ComputedDraw) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Computes small draws at once and large ones in threads, where they block no other request. For 8 MB parsing,
 * canonical form and hash take up to two seconds, for 64 kB a few milliseconds. Threads are started when they are first
 * needed. One that dies or hangs fails only the request that it had, and the next one replaces it. Organisations take
 * turns and never get all threads: an organisation that sends many large lists delays only itself.
 */
export class DrawThreads implements DrawComputer {
  static readonly as = DrawComputer;
  static readonly needs = { log: Log };
  readonly #log: Log;
  readonly #most: number;
  readonly #inlineBytes: number;
  readonly #timeoutMs: number;
  readonly #heapMb: number;
  readonly #script: URL;
  readonly #alive = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: FairQueue<Job>;
  /** Running threads by organisation. */
  readonly #running = new Map<OrganisationId, number>();
  #closed = false;

  constructor({
    log,
    // One more than processors: one organisation can occupy as many as there are.
    threads = Math.min(5, availableParallelism() + 1),
    inlineBytes = 64 * 1024,
    waitingBytes = 128 * MB,
    timeoutMs = 15_000,
    heapMb = 1_024,
    script = new URL(`./draw-thread${extname(import.meta.url)}`, import.meta.url),
  }: DrawThreadsOptions) {
    this.#log = log;
    this.#most = threads;
    this.#inlineBytes = inlineBytes;
    this.#waiting = new FairQueue({ bytes: waitingBytes, bytesEach: waitingBytes / 2 });
    this.#timeoutMs = timeoutMs;
    this.#heapMb = heapMb;
    this.#script = script;
  }

  isLarge(bytes: number): boolean {
    return bytes > this.#inlineBytes;
  }

  async compute(
    organisationId: OrganisationId,
    request: Uint8Array,
    serverSeed: string | null,
  ): Promise<ComputedDraw> {
    if (!this.isLarge(request.byteLength)) return computeDraw(request, serverSeed);
    if (this.#closed) throw new Error("the draw threads are closed");
    return new Promise((resolve, reject) => {
      const bytes = request.byteLength;
      if (!this.#waiting.add({ organisationId, bytes, request, serverSeed, resolve, reject })) {
        throw Unavailable.because("Too many large draws are waiting. Try again shortly.");
      }
      this.#next();
    });
  }

  /** Ends all threads; queued requests fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.clear()) job.reject(new Error("the draw threads are closed"));
    await Promise.all([...this.#alive].map((thread) => thread.terminate()));
  }

  #next(): void {
    const mostEach = Math.max(1, this.#most - 1);
    const may = (organisationId: OrganisationId) => (this.#running.get(organisationId) ?? 0) < mostEach;
    while (this.#idle.length > 0 || this.#alive.size < this.#most) {
      const job = this.#waiting.take(may);
      if (job === null) return;
      void this.#run(this.#idle.pop() ?? this.#start(), job);
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#heapMb } });
    this.#alive.add(thread);
    thread.on("error", (err) => this.#log.error({ err }, "draw thread failed"));
    thread.on("exit", () => {
      this.#alive.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at !== -1) this.#idle.splice(at, 1);
      this.#next();
    });
    return thread;
  }

  async #run(thread: Worker, job: Job): Promise<void> {
    const { organisationId, request, serverSeed, resolve, reject } = job;
    this.#running.set(organisationId, (this.#running.get(organisationId) ?? 0) + 1);
    thread.ref();
    try {
      const answer = await this.#ask(thread, request, serverSeed);
      if ("computed" in answer) resolve(answer.computed);
      else reject(InvalidRequest.because(answer.refused.message, answer.refused.facts));
      // It keeps no process alive while it waits.
      thread.unref();
      // One that ended as it answered has left already.
      if (this.#alive.has(thread)) this.#idle.push(thread);
    } catch (error) {
      reject(error);
      await thread.terminate();
    } finally {
      const remaining = this.#running.get(organisationId)! - 1;
      if (remaining > 0) this.#running.set(organisationId, remaining);
      else this.#running.delete(organisationId);
      this.#next();
    }
  }

  async #ask(thread: Worker, request: Uint8Array, serverSeed: string | null): Promise<DrawAnswer> {
    // A separate buffer is moved to the thread, which also frees it without blocking this one.
    const ownsBuffer =
      request.byteLength === request.buffer.byteLength && request.buffer instanceof ArrayBuffer;
    const task: DrawTask = {
      request: ownsBuffer ? (request as Uint8Array<ArrayBuffer>) : new Uint8Array(request),
      serverSeed,
    };
    const ended = new AbortController();
    const { signal } = ended;
    const timer = setTimeout(
      () => ended.abort(new Error(`a draw took longer than ${this.#timeoutMs} ms`)),
      this.#timeoutMs,
    );
    const died = () => ended.abort(new Error("the thread of a draw ended"));
    thread.once("exit", died);
    try {
      const answered = once(thread, "message", { signal });
      thread.postMessage(task, [task.request.buffer]);
      return (await answered)[0];
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(timer);
      thread.off("exit", died);
    }
  }
}
