import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface PageProps {
  readonly title: string;
  /** Link to the list that the thing of the page belongs to. */
  readonly within?: ReactNode;
  /** State next to the title. */
  readonly beside?: ReactNode;
  readonly lead?: ReactNode;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a page, and sets the title of the browser window. */
export function Page({ title, within, beside, lead, acts, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Raffle console`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm" className="page-head">
        <div className="page-title">
          {within && (
            <nav aria-label="Belongs to" className="within">
              {within}
            </nav>
          )}
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

/** Shows a part of a page in its own box. */
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

/** Shows names and values. */
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

/** Shows a key figure. */
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
