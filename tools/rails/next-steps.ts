/** The provider's name in each spelling. */
interface Spellings {
  /** acme-pay */
  readonly provider: string;
  /** AcmePay */
  readonly name: string;
  /** Acme Pay */
  readonly words: string;
}

/** The steps that take a copy of the example into the service: section 6 of docs/adding-a-rail.md. */
export function nextSteps({ provider, name, words }: Spellings, kind: string): string {
  const variable = name[0]!.toLowerCase() + name.slice(1);
  const constant = provider.toUpperCase().replaceAll("-", "_");
  return `Make it the provider's, file by file, as docs/adding-a-rail.md says, and run after each

  npm run test:only -- rails/${provider}
  npm run rail:mutants -- --rail ${provider}

When it speaks to the provider, these steps take it into the service:

1. rails/${provider}/rail.ts charges real money from then on:

    readonly simulated = false;

2. app/rails.ts, an import and a line of builtIn in allRails:

    import { ${name}Rail } from "../rails/${provider}/rail.ts";
    new ${name}Rail({ baseUrl: "https://api.${provider}.example", now: () => clock.now() }),

3. rails/${provider}/test/harnesses.ts, which tests that go through all providers open:

    import type { Harnesses } from "../../../test/providers/harnesses.ts";
    import openHarness from "./harness.ts";

    export const HARNESSES: Harnesses = { ${kind}: { currency: "USD", open: openHarness } };

4. rails/${provider}/test/excluded-checks.ts: a reason for each check that the provider has nothing for. Every other check
   of rails/conformance/check-list.ts is the suite's, or needs a test of yours whose title begins with its number.

5. rails/${provider}/test/mutants.ts: a dozen mistakes in your code. All must be caught.

6. rails/${provider}/test/service.test.ts: a sale through the service, and what is special to the provider.

7. test/providers/rails-at.ts, in Origins and in the array of railsAt:

    readonly ${variable}: string;
    new ${name}Rail({ baseUrl: origins.${variable}, now: () => clock.now() }),

8. test/processes/killed/killed-at-provider.test.ts, a story of a process that ends between the provider's answer and the commit:

    import { OURS as ${constant} } from "../../../rails/${provider}/test/harness.ts";
    import { ${name}Provider } from "../../../rails/${provider}/test/simulator.ts";

    const ${variable} = new ${name}Provider(() => new Date());    next to the other providers
    ${variable}: await ${variable}.start(),    in origins, in beforeAll
    await ${variable}.stop();    in afterAll

    it("${words} has made the payment: the same request gets it, and makes no second one", async () => {
      const partner = await partnerAt("${kind}", "${provider}", ${constant});
      const request = creation(partner, (await partner.lot()).id);
      await dies("rail.createPayment:after", (at) => at.call("POST", "/api/v1/checkout/sessions", request));
      expect(${variable}.payments.map(({ state }) => state)).toEqual(["open"]);
      const again = await setUp.call("POST", "/api/v1/checkout/sessions", request);
      expect(again.status).toBe(201);
      const { id } = again.json.data;
      expect(${variable}.payments).toHaveLength(1);
      expect(${variable}.pay(id)).toBe(true);
      // Nothing has notified us: the buyer who comes back is looked up.
      expect((await setUp.call("GET", \`/rails/${kind}/\${id}/return\`)).status).toBe(200);
      await setUp.idle();
      expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
    });

9. docs/rails/${provider}.md, with the sections "Setting it up", "What the browser gets", "What to know" and
   "Not confirmed without a real account"; a link to it in docs/README.md, in the line for integrators. Then the matrix:

    npm run docs

10. npm test`;
}
