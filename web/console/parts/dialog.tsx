import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiProblem } from "../api/problem.ts";
import { useFocusBack } from "./focus-back.ts";
import { ProblemAlert } from "./problem-alert.tsx";

interface FormDialogProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly submit: string;
  /** Label of the button that closes the window without a change. */
  readonly dismiss?: string;
  readonly isActing: boolean;
  readonly problem: ApiProblem | null;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
  readonly children: ReactNode;
}

/** A window with a form: what was typed stays until it is done or put away. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    opened,
    onClose,
    onSubmit,
    submit,
    isActing,
    problem,
    isDangerous,
    isReady = true,
    dismiss = "Cancel",
    children,
  } = props;
  useFocusBack(opened);
  return (
    // While something is sent, and while the passkey is asked for, no key puts away what was typed.
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      returnFocus={false}
      closeOnEscape={!isActing}
      closeOnClickOutside={!isActing}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        noValidate={false}
      >
        <Stack>
          {children}
          <ProblemAlert problem={problem} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {dismiss}
            </Button>
            <Button
              type="submit"
              color={isDangerous ? "red.8" : undefined}
              loading={isActing}
              disabled={!isReady}
            >
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
