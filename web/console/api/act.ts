import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useConfirm } from "../sign-in/confirmation.tsx";
import { ApiProblem } from "./problem.ts";

/** Sent along with an act, so that it happens once however often it is sent. */
export type OnceHeaders = { readonly "Idempotency-Key": string };

interface Act<Input, Result> {
  readonly send: (input: Input, headers: OnceHeaders) => Promise<Result>;
  /** Lists and things that it changes, by the beginning of their keys. */
  readonly changes: readonly (readonly unknown[])[];
  readonly onDone?: (result: Result, input: Input) => void;
}

interface Acting<Input, Result> {
  readonly act: (input: Input) => void;
  readonly isActing: boolean;
  readonly problem: ApiProblem | null;
  readonly result: Result | undefined;
  readonly forget: () => void;
}

interface Try {
  readonly input: string;
  readonly key: string;
  /** Whether one under this key had no answer that says what became of it. */
  isUnsure: boolean;
}

/**
 * Something that a person does. The same input has the same Idempotency-Key until it is done or refused, so a double click
 * and a second try are one act. Where the service wants to know that the person is there, the passkey is asked for and the act
 * goes on.
 */
export function useAct<Input, Result>({ send, changes, onDone }: Act<Input, Result>): Acting<Input, Result> {
  const queries = useQueryClient();
  const confirm = useConfirm();
  const last = useRef<Try | null>(null);
  const isSending = useRef(false);
  const mutation = useMutation<Result, ApiProblem, Input>({
    mutationFn: async (input) => {
      const written = JSON.stringify(input) ?? "";
      if (last.current?.input !== written)
        last.current = { input: written, key: crypto.randomUUID(), isUnsure: false };
      const headers: OnceHeaders = { "Idempotency-Key": last.current.key };
      try {
        return await send(input, headers);
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== "confirmation_required") throw error;
        if (!(await confirm())) throw error;
        return send(input, headers);
      }
    },
    onSuccess: async (result, input) => {
      last.current = null;
      onDone?.(result, input);
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (problem) => {
      if (last.current === null) return;
      if (!problem.isRefusal) last.current.isUnsure = true;
      // Nothing was done: the next try is judged anew, since others may have put right what was in its way. Whoever is not let
      // in is refused before the key is looked at, so that tells nothing of a try before.
      else if (!last.current.isUnsure) last.current = null;
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  return {
    act: (input) => {
      // A second click comes before React has shown that the first was heard.
      if (isSending.current) return;
      isSending.current = true;
      mutation.mutate(input);
    },
    isActing: mutation.isPending,
    problem: mutation.error,
    result: mutation.data,
    forget: mutation.reset,
  };
}
