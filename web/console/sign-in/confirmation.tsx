import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useRef, useState } from "react";
import { asProblem, type ApiProblem } from "../api/problem.ts";
import { BASE } from "../api/base.ts";
import { ME } from "../api/me.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { confirmByPasskey } from "./passkeys.ts";

type Confirm = () => Promise<boolean>;

const Confirming = createContext<Confirm>(async () => false);

/** Asks the person for the passkey. Answers whether it was given. */
export const useConfirm = (): Confirm => use(Confirming);

/** Some acts want to know that the person is there now: this asks, and the act goes on. */
export function ConfirmationProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const queries = useQueryClient();
  const answer = useRef<(given: boolean) => void>(() => undefined);
  const confirm = useCallback<Confirm>(() => {
    setProblem(null);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (given: boolean) => {
    setOpen(false);
    answer.current(given);
  };
  const hasPasskey = queries.getQueryData(ME.queryKey)?.hasPasskey !== false;
  const usePasskey = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await confirmByPasskey();
      close(true);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Confirming value={confirm}>
      {children}
      <Modal opened={isOpen} onClose={() => close(false)} title="Is it you?" zIndex={400}>
        <Stack>
          <Text size="sm">
            This act needs your passkey, so that nobody does it at a computer that you have left. It counts
            for ten minutes.
          </Text>
          {!hasPasskey && (
            <Text size="sm">
              You have no passkey yet. <a href={`${BASE}/me`}>Add one</a>, then do this again.
            </Text>
          )}
          <ProblemAlert problem={problem} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => close(false)}>
              Not now
            </Button>
            <Button onClick={() => void usePasskey()} loading={isBusy} disabled={!hasPasskey} data-autofocus>
              Use passkey
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Confirming>
  );
}
