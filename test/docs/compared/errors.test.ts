import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { problemsOf } from "../../../adapters/http/openapi/openapi.ts";
import { operatorRoutes } from "../../../adapters/http/operator/operator-api.ts";
import { partnerRoutes } from "../../../adapters/http/partner/partner-api.ts";
import { publicRoutes } from "../../../adapters/http/public/public-api.ts";
import { withWiring } from "../../../tools/documents/unconnected.ts";

/**
 * Refusals that stay true while the request stays as it is, whatever time passes and others do: they are kept under an
 * Idempotency-Key. Whoever adds one decides: a limit, a setting, a state that can change are no such thing.
 */
const STAYING = [
  // The request is wrong in itself, or is no longer of use.
  ..."invalid_request invalid_session_href payload_too_large unsupported_media_type wrong_rail".split(" "),
  ..."challenge_expired claim_expired invitation_expired link_expired wrong_code cross_site_request".split(
    " ",
  ),
  ..."method_not_allowed idempotency_conflict".split(" "),
  // What is over, or has happened.
  ..."already_claimed competition_has_winner draw_already_revealed draw_expired draw_key_used_before".split(
    " ",
  ),
  ..."key_already_registered no_matching_transfer passkey_known payment_declined session_final".split(" "),
  // Whoever asks is not known, or has rights for ever. A 401 is not kept, whatever this says.
  ..."expired_proof identity_not_proven invalid_api_key invalid_passkey invalid_proof missing_api_key".split(
    " ",
  ),
  ..."proof_required replayed_proof sign_in_required insufficient_permission insufficient_scope".split(" "),
  ..."email_not_verified linked_otherwise not_invited passkeys_impossible".split(" "),
  "not_found",
  "internal_error",
];

it("marks each refusal that time can lift, and no other", async () => {
  const page = await readFile(new URL("../../../docs/errors.md", import.meta.url), "utf8");
  const tables = page.split(/^## /m).slice(1, 4);
  const said = tables.map((table) =>
    Object.fromEntries(
      [...table.matchAll(/^\| \d{3} \| `(\w+)` \|.*\| (yes)? ?\| [^|]*\|$/gm)].map(([, code, yes]) => [
        code,
        yes === "yes",
      ]),
    ),
  );
  const known = await withWiring(async (wiring) =>
    [partnerRoutes(wiring), operatorRoutes(wiring), publicRoutes(wiring)].map((routes) => [
      ["method_not_allowed", false] as const,
      ...routes
        .flatMap((route) => problemsOf(route))
        .map(({ code, liftedByTime }) => [code, liftedByTime] as const),
    ]),
  );
  // Definitions that share a code agree, or one would hide another.
  for (const pairs of known)
    for (const [code, isLifted] of pairs) expect(Object.fromEntries(pairs)[code], code).toBe(isLifted);
  expect(said).toEqual(known.map((pairs) => Object.fromEntries(pairs)));

  const kept = known.flatMap((pairs) => pairs.flatMap(([code, isLifted]) => (isLifted ? [] : [code])));
  expect([...new Set(kept)].toSorted()).toEqual(STAYING.toSorted());
});

it("names the members that a refusal has in addition to its code and message", async () => {
  const page = await readFile(new URL("../../../docs/errors.md", import.meta.url), "utf8");
  const named = [...page.matchAll(/^\| \d{3} \| `(\w+)` \|[^|]*\| ([^|]+) \|[^|]*\|[^|]*\|$/gm)];
  const members = Object.fromEntries(named.map(([, code, also]) => [code, also!.split(":", 1)[0]]));
  expect(members).toEqual({
    chain_unavailable: "`retryAfter`",
    confirmation_required: "`required`",
    idempotency_in_progress: "`retryAfter`",
    insufficient_permission: "`required`",
    insufficient_role: "`required`",
    insufficient_scope: "`required`",
    invalid_request: "`issues`",
    invalid_transition: "`reason`",
    no_usable_rail: "`reason`",
    rate_limited: "`retryAfter`",
    sold_out: "`available`",
    too_many_pending_sessions: "`available`",
    unavailable: "`retryAfter`",
    wrong_code: "`triesLeft`",
  });
});
