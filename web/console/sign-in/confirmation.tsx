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

/** Returns a function that asks for the passkey, and resolves to whether the person confirmed. */
export const useConfirm = (): Confirm => use(Confirming);

/** Asks for a confirmation when an action requires one, and then continues the action. */
export function ConfirmationProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isConfirmed: boolean) => void>(() => undefined);
  const confirm = useCallback<Confirm>(() => {
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (isConfirmed: boolean) => {
    setOpen(false);
    answer.current(isConfirmed);
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

/** Returns the ways in which the person can confirm. */
function useMeans() {
  const me = useQueryClient().getQueryData(ME.queryKey);
  // The provider knows people who signed in through it.
  const isKnownThere = me?.login.means === "oidc" || me?.provider?.onlyWay === true;
  const provider = isKnownThere ? (me?.provider ?? null) : null;
  return { provider, hasPasskey: me?.hasPasskey !== false && !provider?.onlyWay };
}

function Question({ onAnswer }: { readonly onAnswer: (isConfirmed: boolean) => void }) {
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
