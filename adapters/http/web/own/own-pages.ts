import type { Request, Response, Router } from "express";
import { asProblem, baseUrlOf, type Answer, jsonAnswer, refusal, send } from "../../answers/answer.ts";
import { noteFailure } from "../../server/request-log.ts";
import type { OwnClass } from "../policies.ts";
import { type OwnCookies, ownCookies } from "./cookies.ts";
import { Forms } from "./forms.ts";
import { requireOwnOrigin } from "./own-origin.ts";
import { type OwnPagesOptions, PageRequest } from "./page-request.ts";

/** The answer of a route: a page, facts for its script, or another page of the service to go to. */
export type Reply =
  | { readonly page: string; readonly status?: number }
  | { readonly data: object; readonly status?: number }
  /** A path of this host, with its query. */
  | { readonly seeOther: string };

interface OwnRoute {
  readonly policy: OwnClass;
  /** The path as Express writes it; `:organisation` is an organisation's slug. */
  readonly path: string;
  /** Scripts ask, not people: refusals are JSON. */
  readonly forScripts?: boolean;
  /** true: pages poll it, so it spends no budget and is logged for debugging only. */
  readonly polled?: boolean;
  /** It spends no budget. */
  readonly free?: boolean;
}

/**
 * Pages that know the buyer: checkout, sign-in, orders, tickets. Each route is added by `get` or `post`; what is the same
 * for all of them is here. Every answer has the policy of its class and is not stored; a POST is a form that a page of the
 * same host has sent; a refusal is a page in words, in the organisation's colours once it is known.
 */
export class OwnPages {
  readonly #options: OwnPagesOptions & { readonly cookies: OwnCookies };
  readonly #forms = new Forms();

  constructor(options: OwnPagesOptions) {
    this.#options = { ...options, cookies: ownCookies(options.baseUrl) };
  }

  get(router: Router, route: OwnRoute, handle: (pageRequest: PageRequest) => Promise<Reply>): void {
    router.get(route.path, (request, response) => this.answer(request, response, route, handle));
  }

  post(router: Router, route: OwnRoute, handle: (pageRequest: PageRequest) => Promise<Reply>): void {
    router.post(route.path, (request, response) =>
      this.answer(request, response, route, async (pageRequest) => {
        requireOwnOrigin(request, this.#options);
        pageRequest.form = await this.#forms.read(request);
        return handle(pageRequest);
      }),
    );
  }

  /** For routes of others, such as those that providers lead buyers back to. */
  async answer(
    request: Request,
    response: Response,
    { policy, path, polled = false, free = polled, forScripts = false }: OwnRoute,
    handle: (pageRequest: PageRequest) => Promise<Reply>,
  ): Promise<void> {
    response.locals.route = path.replaceAll(/:(\w+)/g, "{$1}");
    response.locals.quiet = polled;
    const pageRequest = new PageRequest(request, response, policy, this.#options);
    try {
      if (!free) this.#spend(request);
      // Not compressed: their length would tell of what is secret in them.
      send(response, answerOf(await handle(pageRequest), pageRequest));
    } catch (error) {
      const refused = refusal(asProblem(error), baseUrlOf(response));
      if (refused.status >= 500) noteFailure(response, error);
      send(response, forScripts ? refused : await this.#refusalPage(pageRequest, refused));
    }
  }

  /** Spends the client's budget at the organisation; for a name that is unknown, the one of the address alone. */
  #spend(request: Request): void {
    const { visitors, window } = this.#options;
    const { organisation: slug } = request.params as Record<string, string | undefined>;
    visitors.spend(request, slug !== undefined && window.knows(slug) ? slug : null);
  }

  async #refusalPage(pageRequest: PageRequest, { status, headers, refusal }: Answer): Promise<Answer> {
    const { renderMessage } = await import("../../../../web/pages/render.ts");
    const retryAfter = headers["Retry-After"];
    const site = await pageRequest.site().catch(() => null);
    const message = {
      about: aboutOf(status),
      waitSec: Number(retryAfter ?? 0),
      shopkeeper: pageRequest.shop,
      reference: String(pageRequest.response.getHeader("X-Request-Id")),
    } as const;
    const page = site === null ? "" : renderMessage(site, pageRequest.locale, message);
    const answer = answerOf({ page, status }, pageRequest);
    return {
      ...answer,
      headers: { ...answer.headers, ...(retryAfter && { "Retry-After": retryAfter }) },
      refusal,
    };
  }
}

function aboutOf(status: number) {
  if (status === 404) return "missing";
  if (status === 429) return "limited";
  return status >= 500 || status === 408 ? "trouble" : "refused";
}

function answerOf(reply: Reply, pageRequest: PageRequest): Answer {
  if ("seeOther" in reply) {
    const headers = { Location: reply.seeOther, "Content-Type": "text/plain; charset=utf-8" };
    return { status: 303, body: Buffer.alloc(0), headers };
  }
  if ("data" in reply) return jsonAnswer(reply.status ?? 200, reply.data);
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": pageRequest.locale,
    "Cache-Control": "no-store",
  };
  return { status: reply.status ?? 200, body: Buffer.from(reply.page), headers };
}
