import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { answerOf, api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";

interface CodeFormProps {
  readonly email: string;
  readonly onDone: () => void;
  readonly onOther: () => void;
}

/** Asks for the 8 digits that were mailed. Spaces in a pasted code are ignored. */
export function CodeForm({ email, onDone, onOther }: CodeFormProps) {
  const [code, setCode] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const verify = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await answerOf(api.POST("/sign-in/email/verify", { body: { code: code.replaceAll(/\D/g, "") } }));
      onDone();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const { triesLeft } = problem?.facts ?? {};
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void verify();
      }}
    >
      <Stack>
        <Text size="sm">
          If {email} may sign in here, a code is on its way. It works for ten minutes, in this browser only.
          No mail after a minute? Check the spam folder, or ask an owner of your organisation to reset your
          sign-in.
        </Text>
        <TextInput
          label="8-digit code"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          autoFocus
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          classNames={{ input: "code-input" }}
        />
        <ProblemAlert problem={problem} />
        {typeof triesLeft === "number" && <Text size="sm">Attempts left: {triesLeft}</Text>}
        <Button type="submit" loading={isBusy}>
          Sign in
        </Button>
        <Button variant="subtle" onClick={onOther}>
          Use another address
        </Button>
      </Stack>
    </form>
  );
}
