import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
  ..."challenge_expired claim_expired clock_moved test_organisation invitation_expired link_expired wrong_code cross_site_request".split(
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
  "cursor_expired",
  "invalid_cursor",
  "not_found",
  "internal_error",
];

/** The section of each code, by its heading: the anchor that `docUrl` names. */
const page = await readFile(new URL("../../../docs/errors.md", import.meta.url), "utf8");
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.split("\n", 1)[0]!, section]),
);

it("has one section for each code that the service answers with", async () => {
  const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
  const defined = new Set<string>();
  for await (const file of glob("{adapters,rails,src}/**/*.ts", { cwd: ROOT })) {
    if (/\.test\.ts$|\/test\//.test(file)) continue;
    const text = await readFile(join(ROOT, file), "utf8");
    for (const [, code] of text.matchAll(/\bdefineProblem\(\s*"(\w+)"/g)) defined.add(code!);
  }
  // Raised by the tools that verify draws, and for the chain by the code's own function.
  for (const code of ["not_i_json", "unreadable_draw"]) expect(defined.delete(code), code).toBe(true);
  expect([...sections.keys()].toSorted()).toEqual([...defined.add("chain_unavailable")].toSorted());
  expect(page.match(/^### /gm)).toHaveLength(sections.size);
});

it("marks each refusal that time can lift, and no other", async () => {
  const marked = Object.fromEntries(
    [...sections].map(([code, section]) => [code, /^\d{3} · time can lift it$/m.test(section)]),
  );
  const known = await withWiring(async (wiring) =>
    [partnerRoutes(wiring), operatorRoutes(wiring), publicRoutes(wiring)].flatMap((routes) => [
      ["method_not_allowed", false] as const,
      ...routes
        .flatMap((route) => problemsOf(route))
        .map(({ code, liftedByTime }) => [code, liftedByTime] as const),
    ]),
  );
  // Definitions that share a code agree, or one would hide another.
  for (const [code, isLifted] of known) expect(Object.fromEntries(known)[code], code).toBe(isLifted);
  expect(marked).toEqual({
    ...Object.fromEntries(known),
    console_unavailable: true,
    expectation_failed: false,
    headers_too_large: false,
    malformed_request: false,
    real_provider_configured: true,
    request_timeout: false,
    sign_in_refused: false,
  });

  const kept = known.flatMap(([code, isLifted]) => (isLifted ? [] : [code]));
  expect([...new Set(kept)].toSorted()).toEqual(STAYING.toSorted());
});

it("names the members that a refusal has in addition to its code, message and docUrl", () => {
  const members = [...sections].flatMap(([code, section]) => {
    const [, also] = /^Also has (`\w+`): /m.exec(section) ?? [];
    return also === undefined ? [] : [[code, also]];
  });
  expect(Object.fromEntries(members)).toEqual({
    chain_unavailable: "`retryAfter`",
    confirmation_required: "`required`",
    console_unavailable: "`retryAfter`",
    cursor_expired: "`oldest`",
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
    too_many_waiting: "`retryAfter`",
    unavailable: "`retryAfter`",
    wrong_code: "`triesLeft`",
  });
});
