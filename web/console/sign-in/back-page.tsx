import { Button, Loader, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ENTRY_QUERY } from "../api/base.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { SignInFrame } from "./frame.tsx";
import { finishAtProvider } from "./provider.ts";

/** Completes the sign-in when the identity provider sends the browser back. */
export function BackPage() {
  const router = useRouter();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const isUsed = useRef(false);
  useEffect(() => {
    if (isUsed.current) return;
    isUsed.current = true;
    // Removes the query from the history and from copied addresses.
    history.replaceState(history.state, "", location.pathname);
    const finish = async () => {
      const next = await finishAtProvider(ENTRY_QUERY);
      if (next === null) {
        setConfirmed(true);
        // The browser may refuse to close the window; the text below covers that.
        window.close();
        return;
      }
      queries.clear();
      await router.navigate({ href: next, replace: true });
    };
    finish().catch((error: unknown) => setProblem(asProblem(error)));
  }, [queries, router]);
  if (isConfirmed)
    return (
      <SignInFrame title="Identity confirmed">
        <Text size="sm">Close this page. Your action continues in the other one.</Text>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Signing in">
      {problem === null ? (
        <Loader aria-label="Signing in" />
      ) : (
        <>
          <ProblemAlert problem={problem} />
          <Button component="a" href="../sign-in" variant="default">
            Start again
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
