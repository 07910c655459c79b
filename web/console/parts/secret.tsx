import { Alert, Button, Checkbox, CopyButton, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useFocusBack } from "./focus-back.ts";

interface SecretProps {
  readonly title: string;
  /** null: no window is shown. */
  readonly secret: string | null;
  /** Purpose of the secret, and where to store it. */
  readonly about: string;
  readonly onStored: () => void;
}

/** Shows a secret once. The window closes only after the person confirms that it is stored. */
export function SecretOnce({ title, secret, about, onStored }: SecretProps) {
  const [isStored, setStored] = useState(false);
  useFocusBack(secret !== null);
  if (secret === null) return null;
  const close = () => {
    setStored(false);
    onStored();
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      returnFocus={false}
      size="lg"
    >
      <Stack>
        <Text size="sm">{about}</Text>
        <pre className="secret" tabIndex={0} role="region" aria-label={title}>
          {secret}
        </pre>
        <Group>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button onClick={copy} data-autofocus>
                {copied ? "Copied" : "Copy"}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Alert color="yellow" title="It is shown only once">
          The service cannot show it again. If you lose it, create a new one.
        </Alert>
        <Checkbox
          label="I have stored it"
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Button variant="default" disabled={!isStored} onClick={close}>
          Close
        </Button>
      </Stack>
    </Modal>
  );
}
