import { Select, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import { Verbatim } from "../../parts/copy.tsx";
import { Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { headersOf } from "./as-sent.ts";

const RECEIVER = { url: "https://shop.example/hooks/raffle", standardWebhooks: true };

/** Shows the request that an endpoint receives, before anything is sent. */
export function ExampleEvents() {
  const slug = useSlug();
  const [type, setType] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["o", slug, "event-examples"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/event-examples", { params: { path: { slug } } })),
    staleTime: Infinity,
  });
  const examples = query.data?.examples ?? [];
  const example = examples.find((each) => each.type === type) ?? examples[0];
  return (
    <Section
      title="Example deliveries"
      lead="The requests that an endpoint receives. These are examples: nothing is sent."
      acts={
        example && (
          <Select
            aria-label="Event type"
            allowDeselect={false}
            data={examples.map((each) => each.type)}
            value={example.type}
            onChange={setType}
            w="13rem"
          />
        )
      }
    >
      <ProblemAlert problem={query.error} again={() => void query.refetch()} />
      {example && (
        <>
          <Text size="sm" mb="xs">
            {example.description}
          </Text>
          <Tabs defaultValue="body" keepMounted={false}>
            <Tabs.List mb="sm">
              <Tabs.Tab value="body">Body</Tabs.Tab>
              <Tabs.Tab value="headers">Headers</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="body">
              <Verbatim text={JSON.stringify(example.payload, null, 2)} label="Example body" />
            </Tabs.Panel>
            <Tabs.Panel value="headers">
              <Verbatim
                text={headersOf(
                  RECEIVER,
                  { id: String(example.payload.id), type: example.type },
                  JSON.stringify(example.payload),
                )}
                label="Example headers"
              />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Section>
  );
}
