import { Button, Loader, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { answerOf, api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { SignInFrame } from "./frame.tsx";

/** Signs in with a one-time link. Its token follows `#`, which browsers do not send. */
export function LinkPage() {
  const router = useRouter();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const isUsed = useRef(false);
  useEffect(() => {
    if (isUsed.current) return;
    isUsed.current = true;
    const token = location.hash.slice(1);
    // Removes the token from the history and from copied addresses.
    history.replaceState(history.state, "", location.pathname);
    const signIn = async () => {
      await answerOf(api.POST("/sign-in/link", { body: { token } }));
      queries.clear();
      await router.navigate({ href: "/", replace: true });
    };
    signIn().catch((error: unknown) => setProblem(asProblem(error)));
  }, [queries, router]);
  return (
    <SignInFrame title="Signing in">
      {problem === null ? (
        <Loader aria-label="Signing in" />
      ) : (
        <>
          <ProblemAlert problem={problem} />
          <Text size="sm">
            A sign-in link works once. Ask the person who gave it to you for a new one, or sign in another
            way.
          </Text>
          <Button component="a" href="sign-in" variant="default">
            Sign in
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
