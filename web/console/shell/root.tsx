import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { Outlet, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { asProblem } from "../api/problem.ts";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { Loading } from "../parts/table.tsx";
import { Away } from "./away.tsx";
import { To } from "./links.tsx";

export function Root() {
  return <Outlet />;
}

export function PageLoading() {
  return <Loading rows={5} />;
}

/** Shown until the signed-in person is known. */
export function InsideLoading() {
  return (
    <main className="lonely">
      <Away />
      <Loading rows={5} />
    </main>
  );
}

export function PageMissing() {
  useEffect(() => {
    document.title = "Not found · Raffle console";
  }, []);
  return (
    <Stack align="flex-start" className="lonely">
      <Title order={1}>Page not found</Title>
      <Text>The address may be wrong, the item may no longer exist, or you may not have access to it.</Text>
      <To to="/">Go to the home page</To>
    </Stack>
  );
}

const RELOADED = "console-reloaded-at";
const A_WHILE_MS = 60_000;

/**
 * Returns whether a part of the console failed to load because a newer version is served. The page is then
 * reloaded, once.
 */
function isOutdated(error: unknown): boolean {
  if (
    !/dynamically imported module|Importing a module script failed/i.test(String((error as Error)?.message))
  )
    return false;
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < A_WHILE_MS) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  return true;
}

export function PageFailed({ error, reset }: ErrorComponentProps) {
  useEffect(() => {
    if (isOutdated(error)) location.reload();
  }, [error]);
  const problem = asProblem(error);
  if (problem.status === 404) return <PageMissing />;
  return (
    <Stack className="lonely">
      <Title order={1}>This page could not be shown</Title>
      {problem.code === "page_failed" ? (
        <Alert color="red" title={problem.message}>
          <Button variant="default" onClick={() => location.reload()}>
            Reload the page
          </Button>
        </Alert>
      ) : (
        <ProblemAlert problem={problem} again={reset} />
      )}
    </Stack>
  );
}
