import { Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import type { ActState } from "../api/act.ts";
import { useFocusBack } from "./focus-back.ts";
import { ProblemAlert } from "./problem-alert.tsx";

interface FormDialogProps {
  readonly title: string;
  readonly opened?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly submit: string;
  /** Label of the button that closes the window without a change; null: there is none. */
  readonly dismiss?: string | null;
  readonly acting: ActState;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
  readonly children: ReactNode;
}

/** Shows a form in a window. Its values stay until it is submitted or closed. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    opened = true,
    onClose,
    onSubmit,
    submit,
    acting: { isActing, problem },
    isDangerous,
    isReady = true,
    dismiss = "Cancel",
    children,
  } = props;
  useFocusBack(opened);
  return (
    // While a request or a passkey confirmation is pending, keys and clicks do not close the window.
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
            {dismiss !== null && (
              <Button variant="default" onClick={onClose}>
                {dismiss}
              </Button>
            )}
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

interface ReasonProps {
  /** Default: `Reason`. */
  readonly label?: string;
  readonly description?: string;
  readonly value: string;
  readonly onType: (text: string) => void;
}

/** Field for a text that the audit log keeps with an action. */
export function Reason({ label = "Reason", description, value, onType }: ReasonProps) {
  return (
    <Textarea
      label={label}
      description={description}
      required
      autosize
      minRows={2}
      maxLength={500}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
      data-autofocus
    />
  );
}
