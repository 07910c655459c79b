import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface PageProps {
  readonly title: string;
  /** Beside the title: a state. */
  readonly beside?: ReactNode;
  readonly lead?: ReactNode;
  /** What can be done here. */
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title is the window's, too. */
export function Page({ title, beside, lead, acts, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Raffle console`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm" className="page-head">
        <div className="page-title">
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {beside}
          </Group>
          {lead && (
            <Text c="dimmed" size="sm" mt={4} component="div">
              {lead}
            </Text>
          )}
        </div>
        {acts && <Group gap="xs">{acts}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  readonly acts?: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page, on paper of its own. */
export function Section({ title, acts, lead, children }: SectionProps) {
  return (
    <section className="section" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs">
        <div>
          <Title order={2}>{title}</Title>
          {lead && (
            <Text c="dimmed" size="sm" component="div">
              {lead}
            </Text>
          )}
        </div>
        {acts && <Group gap="xs">{acts}</Group>}
      </Group>
      {children}
    </section>
  );
}

/** What something is, as names and values. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <span className="none">–</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A figure that is looked at first. */
export function Stat({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <div className="stat">
      <div className="stat-label">{label}</div>
      <div className="stat-value">{value}</div>
      {note && <div className="stat-note">{note}</div>}
    </div>
  );
}
