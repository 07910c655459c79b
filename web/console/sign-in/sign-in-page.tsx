import { Button, Divider, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { answerOf, api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { CodeForm } from "./code-form.tsx";
import { SignInFrame } from "./frame.tsx";
import { canOfferPasskeys, canUsePasskeys, signInByPasskey, stopOffering } from "./passkeys.ts";

const route = getRouteApi("/sign-in");

/** The next page. Only one of the console's own, whatever the address says. */
function useGoOn(): () => Promise<void> {
  const { returnTo } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  return async () => {
    queries.clear();
    const isOurs = returnTo !== undefined && /^\/(?![/\\])/.test(returnTo);
    await router.navigate({ href: isOurs ? returnTo : "/", replace: true });
  };
}

/** While the page is open the browser offers passkeys where an e-mail is typed. */
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
      // Whoever does nothing has refused nothing.
      if (!isGone && found.code !== "passkey_not_used") onProblem(found);
    });
    return () => {
      isGone = true;
      stopOffering();
    };
    // Once: the browser keeps offering until the page is left.
  }, []);
}

export function SignInPage() {
  const goOn = useGoOn();
  const [email, setEmail] = useState("");
  const [isCodeSent, setCodeSent] = useState(false);
  const [busy, setBusy] = useState<"passkey" | "email" | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  useOfferedPasskey(goOn, setProblem);

  const trying = async (which: "passkey" | "email", work: () => Promise<void>) => {
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
  const sendCode = () =>
    trying("email", async () => {
      await answerOf(api.POST("/sign-in/email", { body: { email } }));
      setCodeSent(true);
    });

  if (isCodeSent)
    return (
      <SignInFrame title="Check your mail">
        <CodeForm email={email} onDone={() => void goOn()} onOther={() => setCodeSent(false)} />
      </SignInFrame>
    );
  return (
    <SignInFrame title="Sign in" lead="For operators of the service and people of its organisations.">
      <Stack>
        {canUsePasskeys() && (
          <Button onClick={() => void byPasskey()} loading={busy === "passkey"} size="md">
            Sign in with a passkey
          </Button>
        )}
        <Divider label="or by e-mail" />
        <EmailForm
          email={email}
          onType={setEmail}
          onSubmit={() => void sendCode()}
          isBusy={busy === "email"}
        />
        <ProblemAlert problem={problem} />
        <Text size="sm" c="dimmed">
          Whoever has a passkey, and every operator, signs in with it: a code alone lets nobody past it.
        </Text>
      </Stack>
    </SignInFrame>
  );
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
          Mail me a code
        </Button>
      </Stack>
    </form>
  );
}
