import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { counted } from "../../parts/money.ts";
import { Facts, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { RailForm } from "./rail-form.tsx";
import { RemoveRail } from "./remove-rail.tsx";
import { callName, fieldLabel, KINDS, providerName, reasonText } from "./words.ts";

type Account = Schema<"RailAccount">;
type Tested = Schema<"RailAccountTest">;

interface AccountProps {
  readonly account: Account;
  readonly mayChange: boolean;
}

/** Shows an account at a provider: what it takes, whether it works, and what can be done. */
export function RailAccount({ account, mayChange }: AccountProps) {
  const slug = useSlug();
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const { kind, provider, currencies, mode, notificationUrl, verifiedAt, updatedAt } = account;
  const name = providerName(provider);
  const testing = useAct({
    send: (_: null, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/rails/{kind}/test", {
          params: { path: { slug, kind }, query: { provider } },
          headers,
        }),
      ),
    changes: [["o", slug, "rails"]],
    onDone: setTested,
  });
  return (
    <Section
      title={`${name} (${kind})`}
      lead={`Buyers see ${KINDS[kind]}.`}
      acts={
        mayChange && (
          <Acts
            account={account}
            isTesting={testing.isActing}
            onTest={() => testing.act(null)}
            onOpen={setOpen}
          />
        )
      }
    >
      <ProblemAlert problem={testing.problem} />
      {tested && <TestResult tested={tested} name={name} />}
      <Facts
        facts={[
          ["Mode", mode === null ? "in tokens" : <Tag key="mode" state={mode} />],
          ["Currencies", currencies.join(", ")],
          ["Health", <Health key="health" account={account} />],
          ["Credentials accepted", <Time key="verified" at={verifiedAt} none="not yet" />],
          ["Changed", <Time key="changed" at={updatedAt} />],
          ["Webhook address", <Id key="url" value={notificationUrl} of="webhook address" />],
        ]}
      />
      {open === "change" && <RailForm account={account} onClose={() => setOpen(null)} />}
      {open === "remove" && <RemoveRail account={account} onClose={() => setOpen(null)} />}
    </Section>
  );
}

interface ActsProps {
  readonly account: Account;
  readonly isTesting: boolean;
  readonly onTest: () => void;
  readonly onOpen: (window: "change" | "remove") => void;
}

function Acts({ account: { kind, provider, mode }, isTesting, onTest, onOpen }: ActsProps) {
  const name = `${providerName(provider)} ${kind}`;
  return (
    <>
      {/* An account in tokens has nothing to test or to change. */}
      {mode !== null && (
        <>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Test this account: ${name}`}
            loading={isTesting}
            onClick={onTest}
          >
            Test this account
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Edit ${name}`}
            onClick={() => onOpen("change")}
          >
            Edit
          </Button>
        </>
      )}
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Remove ${name}`}
        onClick={() => onOpen("remove")}
      >
        Remove
      </Button>
    </>
  );
}

function TestResult({ tested, name }: { readonly tested: Tested; readonly name: string }) {
  const { outcome, reason, field, testedAt } = tested;
  const [title, className] = {
    accepted: [`${name} accepts this account`, "notice notice-good"],
    refused: [`${name} refuses this account`, "problem"],
    unknown: [`${name} could not be reached`, "notice notice-warn"],
  }[outcome] as [string, string];
  return (
    <Alert color="gray" className={className} title={title} mb="sm" role="status">
      {field !== null && <>{fieldLabel(field)}: </>}
      {reason !== null && `${reasonText(reason)}. `}
      Tested <Time at={testedAt} />. No money was moved.
    </Alert>
  );
}

/** Describes the calls to the provider in words. */
function Health({ account: { health, enabled } }: { readonly account: Account }) {
  if (!enabled)
    return (
      <>
        <Tag state="disabled" /> Buyers cannot pay with it.
      </>
    );
  const { lastSuccessAt = null, lastError = null, consecutiveFailures = 0 } = health ?? {};
  if (lastSuccessAt === null && lastError === null)
    return (
      <>
        <Tag state="not used yet" /> No call has been made to the provider.
      </>
    );
  if (consecutiveFailures === 0)
    return (
      <>
        <Tag state="healthy" /> The provider answered <Time at={lastSuccessAt} />.
      </>
    );
  return (
    <>
      <Tag state="failing" /> {counted(consecutiveFailures, "call")} without an answer.{" "}
      {lastError && (
        <>
          {callName(lastError.operation)} failed <Time at={lastError.at} />: {reasonText(lastError.code)} (
          <code>{lastError.code}</code>).{" "}
        </>
      )}
      Last answer: <Time at={lastSuccessAt} none="none yet" />.
    </>
  );
}
