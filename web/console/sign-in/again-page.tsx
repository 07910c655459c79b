import { Loader } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { SignInFrame } from "./frame.tsx";
import { confirmAtProvider } from "./provider.ts";

/** Leads to the identity provider. It opens in a new tab while another page waits for the confirmation. */
export function AgainPage() {
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const isUsed = useRef(false);
  useEffect(() => {
    if (isUsed.current) return;
    isUsed.current = true;
    confirmAtProvider().catch((error: unknown) => setProblem(asProblem(error)));
  }, []);
  return (
    <SignInFrame title="Signing in again">
      {problem === null ? (
        <Loader aria-label="Opening the identity provider" />
      ) : (
        <ProblemAlert problem={problem} />
      )}
    </SignInFrame>
  );
}
