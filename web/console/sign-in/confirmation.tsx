import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "../api/problem.ts";
import { BASE } from "../api/base.ts";
import { ME } from "../api/me.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { confirmByPasskey } from "./passkeys.ts";
import { whenConfirmed } from "./provider.ts";

type Confirm = () => Promise<boolean>;

const Confirming = createContext<Confirm>(async () => false);

/** Asks the person for the passkey. Answers whether it was given. */
export const useConfirm = (): Confirm => use(Confirming);

/** Some acts want to know that the person is there now: this asks, and the act goes on. */
export function ConfirmationProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(given: boolean) => void>(() => undefined);
  const confirm = useCallback<Confirm>(() => {
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (given: boolean) => {
    setOpen(false);
    answer.current(given);
  };
  return (
    <Confirming value={confirm}>
      {children}
      <Modal opened={isOpen} onClose={() => close(false)} title="Confirm it is you" zIndex={400}>
        <Question onAnswer={close} />
      </Modal>
    </Confirming>
  );
}

/** By what this person confirms. */
function useMeans() {
  const me = useQueryClient().getQueryData(ME.queryKey);
  // Whoever signed in at the provider is sure to be known there.
  const isKnownThere = me?.login.means === "oidc" || me?.provider?.onlyWay === true;
  const provider = isKnownThere ? (me?.provider ?? null) : null;
  return { provider, hasPasskey: me?.hasPasskey !== false && !provider?.onlyWay };
}

function Question({ onAnswer }: { readonly onAnswer: (given: boolean) => void }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const { provider, hasPasskey } = useMeans();
  const answer = useRef(onAnswer);
  answer.current = onAnswer;
  useEffect(() => whenConfirmed(() => answer.current(true)), []);
  const usePasskey = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await confirmByPasskey();
      onAnswer(true);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack>
      <Text size="sm">
        This action needs {provider ? "you to sign in again" : "your passkey"}. That protects you if you leave
        your computer unattended. The confirmation is valid for ten minutes.
      </Text>
      {!hasPasskey && provider === null && (
        <Text size="sm">
          You have no passkey yet. <a href={`${BASE}/me`}>Add one</a>, then try again.
        </Text>
      )}
      <ProblemAlert problem={problem} />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onAnswer(false)}>
          Not now
        </Button>
        {(hasPasskey || provider === null) && (
          <Button onClick={() => void usePasskey()} loading={isBusy} disabled={!hasPasskey} data-autofocus>
            Use passkey
          </Button>
        )}
        {provider && (
          <Button component="a" href={`${BASE}/sign-in/again`} target="_blank" rel="noopener">
            Sign in with {provider.name}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
