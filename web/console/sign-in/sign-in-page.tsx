import { Button, Divider, Stack, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { answerOf, api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import type { Schema } from "../api/schemas.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { CodeForm } from "./code-form.tsx";
import { SignInFrame } from "./frame.tsx";
import { goToProvider, isOurs, WAYS } from "./provider.ts";
import { canOfferPasskeys, canUsePasskeys, signInByPasskey, stopOffering } from "./passkeys.ts";

const route = getRouteApi("/sign-in");

/** Returns a function that opens the next page. Addresses outside the console are ignored. */
function useGoOn(): () => Promise<void> {
  const { returnTo } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  return async () => {
    queries.clear();
    await router.navigate({ href: isOurs(returnTo) ? returnTo : "/", replace: true });
  };
}

/** Offers passkeys in the e-mail field while the page is open. */
function useOfferedPasskey(onDone: () => Promise<void>, onProblem: (problem: ApiProblem) => void): void {
  useEffect(() => {
    let isGone = false;
    const offer = async () => {
      if (!(await canOfferPasskeys())) return;
      await signInByPasskey(true);
      if (!isGone) await onDone();
    };
    offer().catch((error: unknown) => {
      const found = asProblem(error);
      // An ignored offer is not a refusal.
      if (!isGone && found.code !== "passkey_not_used") onProblem(found);
    });
    return () => {
      isGone = true;
      stopOffering();
    };
    // Runs once: the browser offers passkeys until the page is closed.
  }, []);
}

type Way = "passkey" | "email" | "provider";

export function SignInPage() {
  const goOn = useGoOn();
  const [email, setEmail] = useState("");
  const [isCodeSent, setCodeSent] = useState(false);
  const [busy, setBusy] = useState<Way | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const { returnTo } = route.useSearch();
  const provider = useQuery(WAYS).data?.provider ?? null;
  useOfferedPasskey(goOn, setProblem);

  const trying = async (which: Way, work: () => Promise<void>) => {
    setBusy(which);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(null);
    }
  };
  const byPasskey = () =>
    trying("passkey", async () => {
      stopOffering();
      await signInByPasskey(false);
      await goOn();
    });
  const atProvider = () => trying("provider", () => goToProvider(returnTo));
  const sendCode = () =>
    trying("email", async () => {
      await answerOf(api.POST("/sign-in/email", { body: { email } }));
      setCodeSent(true);
    });

  if (isCodeSent)
    return (
      <SignInFrame title="Check your e-mail">
        <CodeForm email={email} onDone={() => void goOn()} onOther={() => setCodeSent(false)} />
      </SignInFrame>
    );
  return (
    <SignInFrame title="Sign in" lead="For operators of the service and members of its organisations.">
      <Stack>
        {canUsePasskeys() && (
          <Button onClick={() => void byPasskey()} loading={busy === "passkey"} size="md">
            Sign in with a passkey
          </Button>
        )}
        <ProviderButton provider={provider} onClick={() => void atProvider()} isBusy={busy === "provider"} />
        <Divider label="or by e-mail" />
        <EmailForm
          email={email}
          onType={setEmail}
          onSubmit={() => void sendCode()}
          isBusy={busy === "email"}
        />
        <ProblemAlert problem={problem} />
        <Text size="sm" c="dimmed">
          {ruleOf(provider)}
        </Text>
      </Stack>
    </SignInFrame>
  );
}

interface ProviderProps {
  /** null: none, or not known yet. */
  readonly provider: Schema<"SignInProvider"> | null;
}

function ProviderButton({
  provider,
  onClick,
  isBusy,
}: ProviderProps & { readonly onClick: () => void; readonly isBusy: boolean }) {
  if (provider === null) return null;
  return (
    <Button onClick={onClick} loading={isBusy} size="md" variant="default">
      Sign in with {provider.name}
    </Button>
  );
}

/** Describes who signs in by which way. */
function ruleOf(provider: ProviderProps["provider"]): string {
  if (provider === null)
    return "Operators, and members who have a passkey, sign in with the passkey. A code alone is not enough.";
  const others = "Members who have a passkey sign in with it. A code alone is not enough.";
  const ways = provider.onlyWay ? `${provider.name} only` : `a passkey or with ${provider.name}`;
  return `Operators sign in with ${ways}. ${others}`;
}

interface EmailFormProps {
  readonly email: string;
  readonly onType: (email: string) => void;
  readonly onSubmit: () => void;
  readonly isBusy: boolean;
}

function EmailForm({ email, onType, onSubmit, isBusy }: EmailFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        <TextInput
          type="email"
          name="email"
          label="E-mail"
          autoComplete="username webauthn"
          required
          maxLength={254}
          value={email}
          onChange={(event) => onType(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          E-mail me a code
        </Button>
      </Stack>
    </form>
  );
}
