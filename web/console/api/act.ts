import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useConfirm } from "../sign-in/confirmation.tsx";
import { changed } from "./changed.ts";
import { ApiProblem } from "./problem.ts";

/** Header that makes repeated requests one act. */
export type OnceHeaders = { readonly "Idempotency-Key": string };

interface Act<Input, Result> {
  readonly send: (input: Input, headers: OnceHeaders) => Promise<Result>;
  /** Beginnings of the query keys that the act changes. */
  readonly changes: readonly (readonly unknown[])[];
  readonly onDone?: (result: Result, input: Input) => void;
}

/** State of an act, as a form shows it. */
export interface ActState {
  readonly isActing: boolean;
  readonly problem: ApiProblem | null;
}

interface Acting<Input> extends ActState {
  readonly act: (input: Input) => void;
}

interface Try {
  readonly input: string;
  readonly key: string;
  /** true: a request with this key got no answer that tells its outcome. */
  isUnsure: boolean;
}

/**
 * Returns an action of a person. The same input has the same Idempotency-Key until it is done or refused, so a
 * double click and a retry are one act. If the service requires a confirmation, the person confirms with the
 * passkey and the act continues.
 */
export function useAct<Input, Result>({ send, changes, onDone }: Act<Input, Result>): Acting<Input> {
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
      // Nothing was done, so the next try gets a new key: the reason for the refusal may be gone. A refusal before
      // the key is read says nothing about an earlier try, so the key of an unsure try is kept.
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
  };
}

interface Save<Body, Result> extends Omit<Act<Body, Result>, "send"> {
  /** Values that the form began with. */
  readonly before: Body;
  readonly create: Act<Body, Result>["send"];
  /** Sends the changed members only; null: the form creates something. */
  readonly change: ((changes: Partial<Body>, headers: OnceHeaders) => Promise<Result>) | null | undefined;
}

/** Creates what a form describes, or changes it. */
export function useSaveForm<Body extends object, Result>({
  before,
  create,
  change,
  ...rest
}: Save<Body, Result>) {
  return useAct<Body, Result>({
    ...rest,
    send: (body, headers) => (change ? change(changed(before, body), headers) : create(body, headers)),
  });
}
