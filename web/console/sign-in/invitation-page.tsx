import { Button, Loader, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { answerOf, api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import type { Schema } from "../api/schemas.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { CodeForm } from "./code-form.tsx";
import { SignInFrame } from "./frame.tsx";
import { goToProvider, WAYS } from "./provider.ts";

type Invited = Schema<"ShownInvitation">;

/** Shows an invitation: "Acme Raffles invites you". A mailed code proves the mailbox before it is accepted. */
export function InvitationPage() {
  const router = useRouter();
  const queries = useQueryClient();
  const token = useRef(location.hash.slice(1));
  const [invited, setInvited] = useState<Invited | null>(null);
  const [isCodeSent, setCodeSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const trying = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    history.replaceState(history.state, "", location.pathname);
    void trying(async () =>
      setInvited(await answerOf(api.POST("/invitations/look", { body: { token: token.current } }))),
    );
  }, []);
  const accept = () =>
    trying(async () => {
      try {
        await answerOf(api.POST("/invitations/accept", { body: { token: token.current } }));
      } catch (error) {
        if (asProblem(error).status !== 401 || invited === null) throw error;
        await answerOf(api.POST("/sign-in/email", { body: { email: invited.email } }));
        setCodeSent(true);
        return;
      }
      queries.clear();
      await router.navigate({ href: "/", replace: true });
    });

  if (invited === null)
    return (
      <SignInFrame title="Invitation">
        {problem === null ? (
          <Loader aria-label="Loading the invitation" />
        ) : (
          <ProblemAlert problem={problem} />
        )}
      </SignInFrame>
    );
  const from = invited.organisation?.name ?? "The service";
  return (
    <SignInFrame
      title={`${from} invites you`}
      lead={`Join as ${invited.role.replaceAll("_", " ")} with ${invited.email}.`}
    >
      {isCodeSent ? (
        <CodeForm email={invited.email} onDone={() => void accept()} onOther={() => setCodeSent(false)} />
      ) : (
        <Choices
          isOperator={invited.organisation === null}
          isBusy={isBusy}
          onProvider={() => void trying(() => goToProvider(undefined))}
          onCode={() => void accept()}
        />
      )}
      <ProblemAlert problem={problem} />
    </SignInFrame>
  );
}

interface ChoicesProps {
  /** true: an invitation to operate the service. */
  readonly isOperator: boolean;
  readonly isBusy: boolean;
  readonly onProvider: () => void;
  readonly onCode: () => void;
}

/** Shows the ways in which the invited person can accept. */
function Choices({ isOperator, isBusy, onProvider, onCode }: ChoicesProps) {
  const { data: ways } = useQuery(WAYS);
  const provider = isOperator ? (ways?.provider ?? null) : null;
  return (
    <Stack>
      {provider && (
        <Button onClick={onProvider} loading={isBusy}>
          Accept with {provider.name}
        </Button>
      )}
      {!provider?.onlyWay && (
        <>
          <Text size="sm">You will receive a code by e-mail that confirms your address.</Text>
          <Button onClick={onCode} loading={isBusy} variant={provider ? "default" : "filled"}>
            Accept
          </Button>
        </>
      )}
    </Stack>
  );
}
