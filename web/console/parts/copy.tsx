import { ActionIcon, Button, CopyButton, Tooltip, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { CheckIcon, CopyIcon } from "./icons.tsx";

/** Shows a long id on one line: its end, since ids of one day begin alike. All of it is read out, found and copied. */
export function ShortId({ value }: { readonly value: string | number }) {
  return (
    <code className="plain short-id" title={String(value)}>
      {value}
    </code>
  );
}

interface IdProps {
  readonly value: string | number;
  /** Kind of the id, for the button's accessible name: `order`. */
  readonly of: string;
  /** Short form that is shown instead of the value. */
  readonly children?: ReactNode;
}

/** Shows an id with a button that copies it. */
export function Id({ value, of, children }: IdProps) {
  const text = String(value);
  return (
    <span className="id">
      {typeof children === "object" ? children : <code>{children ?? text}</code>}
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? "Copied" : "Copy"}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              onClick={copy}
              aria-label={`Copy ${of} ${text}`}
            >
              {copied ? <CheckIcon /> : <CopyIcon />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}

/** Shows preformatted text, never as markup, with a button that copies it. */
export function Verbatim({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="verbatim">
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <>
            <Button
              className="verbatim-copy"
              variant="default"
              size="compact-xs"
              onClick={copy}
              aria-label={`Copy ${label}`}
            >
              {copied ? "Copied" : "Copy"}
            </Button>
            {/* Its name stays, so the change is announced here. */}
            <VisuallyHidden role="status">{copied ? "Copied" : ""}</VisuallyHidden>
          </>
        )}
      </CopyButton>
      {/* A long text scrolls, so it must be reachable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
