import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Shows a title and a hint in place of an empty list. */
export function Empty({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" className="empty">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" ta="center" maw="32rem">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
