import { Alert, Button, Group, List, Text } from "@mantine/core";
import type { ApiProblem } from "../api/problem.ts";
import { Id } from "./copy.tsx";

/** Shows why a request was refused: message, code, and the request ID for support. */
export function ProblemAlert({
  problem,
  again,
}: {
  readonly problem: ApiProblem | null;
  readonly again?: () => void;
}) {
  if (problem === null) return null;
  return (
    <Alert color="red" className="problem" title={problem.message} role="alert">
      {problem.issues.length > 0 && (
        <List size="sm" mb="xs">
          {problem.issues.map(({ path, message }) => (
            <List.Item key={path + message}>
              <code>{path}</code> {message}
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="md">
        <Text size="sm">
          Code <code>{problem.code}</code>
        </Text>
        {problem.requestId !== null && (
          <Text size="sm" component="span">
            Request <Id value={problem.requestId} of="request" />
          </Text>
        )}
        {again && (
          <Button size="compact-sm" variant="default" onClick={again}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
