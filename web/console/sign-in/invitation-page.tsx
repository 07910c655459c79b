import { Button, Loader, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { answerOf, api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import type { Schema } from "../api/schemas.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { CodeForm } from "./code-form.tsx";
import { SignInFrame } from "./frame.tsx";

type Invited = Schema<"ShownInvitation">;

/** "Acme Raffles invites you as owner": the mailbox is proven by a code, then the invitation is taken. */
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
          <Loader aria-label="Looking at the invitation" />
        ) : (
          <ProblemAlert problem={problem} />
        )}
      </SignInFrame>
    );
  const from = invited.organisation?.name ?? "The service";
  return (
    <SignInFrame
      title={`${from} invites you`}
      lead={`As ${invited.role.replaceAll("_", " ")}, for ${invited.email}.`}
    >
      {isCodeSent ? (
        <CodeForm email={invited.email} onDone={() => void accept()} onOther={() => setCodeSent(false)} />
      ) : (
        <Stack>
          <Text size="sm">A code that is mailed to you proves that this address is yours.</Text>
          <Button onClick={() => void accept()} loading={isBusy}>
            Accept
          </Button>
        </Stack>
      )}
      <ProblemAlert problem={problem} />
    </SignInFrame>
  );
}
