import { Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Brand } from "../shell/brand.tsx";

/** Shows a page for people who are not signed in. */
export function SignInFrame({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Raffle console`;
  }, [title]);
  return (
    <main className="sign-in">
      <Brand />
      <Paper className="sign-in-card" withBorder>
        <Stack>
          <div>
            <Title order={1}>{title}</Title>
            {lead && (
              <Text c="dimmed" size="sm" mt={4}>
                {lead}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
