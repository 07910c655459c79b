import {
  Button,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useMe } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import { LANGUAGES } from "../../parts/locales.ts";
import { Section } from "../../parts/page.tsx";
import { Outside } from "../../shell/links.tsx";
import type { Organisation, SettingsValues } from "./settings-values.ts";

type Form = UseFormReturnType<SettingsValues>;

/** Returns the time zones that the browser knows, and the one that is set. */
const zonesWith = (current: string) => [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])];

const TOKENS: Organisation["acceptedTokens"] = ["USDC", "USDT"];
/** Accent colour of pages without one. */
const DEFAULT_ACCENT = "#4338ca";
const COLOUR = /^#[0-9a-f]{6}$/i;

/** Shows how orders are placed, and what ends them. */
export function Orders({ form }: { readonly form: Form }) {
  return (
    <Section title="Orders and draws">
      <Stack>
        <Switch
          label="Buyers answer a question before each order"
          {...form.getInputProps("entryQuestionRequired", { type: "checkbox" })}
        />
        <Switch
          label="Winners are published automatically after the draw"
          {...form.getInputProps("autoPublishWinners", { type: "checkbox" })}
        />
        <Switch
          label="Buyers can buy on pages hosted by the service"
          {...form.getInputProps("hostedCheckout", { type: "checkbox" })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label="Minutes that tickets are held"
            description="Buyers have to pay within this time."
            min={1}
            {...form.getInputProps("holdMinutes")}
          />
          <NumberInput
            label="Wrong answers allowed per minute"
            description="For each question and API key."
            min={1}
            {...form.getInputProps("wrongAnswersPerMinute")}
          />
          <NumberInput
            label="Unpaid orders per buyer"
            description="The most in one competition."
            min={1}
            {...form.getInputProps("maxPendingSessions")}
          />
          <NumberInput
            label="Unpaid tickets per buyer"
            description="The most in one competition."
            min={1}
            {...form.getInputProps("maxPendingTickets")}
          />
        </SimpleGrid>
        <Select
          label="Time zone"
          description="Figures and reports use the days of this time zone."
          searchable
          allowDeselect={false}
          limit={100}
          data={zonesWith(form.getValues().timeZone)}
          {...form.getInputProps("timeZone")}
        />
        <TagsInput
          label="Hosts that buyers may return to"
          description="Checkout sessions may only return to pages of these hosts."
          placeholder="shop.example"
          {...form.getInputProps("returnHosts")}
        />
      </Stack>
    </Section>
  );
}

/** Shows the name, and how buyers can pay. */
export function Money({ form }: { readonly form: Form }) {
  return (
    <Section title="Name and payments" lead="Only operators of the service can change these.">
      <Stack>
        <TextInput label="Name" required maxLength={100} {...form.getInputProps("name")} />
        <Switch
          label="Card and bank payments are accepted"
          {...form.getInputProps("fiatEnabled", { type: "checkbox" })}
        />
        <TextInput label="Currency" maxLength={3} required {...form.getInputProps("fiatCurrency")} />
        <TagsInput
          label="Rates"
          description="For example EUR 0.92: how much one US dollar is worth in the currency."
          // A comma is a decimal separator in many languages, so it does not separate rates.
          splitChars={[";"]}
          {...form.getInputProps("rates")}
        />
        <Switch
          label="Stablecoins are accepted"
          {...form.getInputProps("cryptoEnabled", { type: "checkbox" })}
        />
        <TagsInput label="Tokens" data={TOKENS} {...form.getInputProps("acceptedTokens")} />
        <TextInput
          label="Treasury"
          description="The on-chain address that receives the proceeds of contract sales."
          {...form.getInputProps("treasuryAddress")}
        />
      </Stack>
    </Section>
  );
}

/** Shows what buyers read about the seller. */
export function Seller({ form }: { readonly form: Form }) {
  return (
    <Section title="Seller" lead="Shown to buyers on each page and in each mail.">
      <Stack>
        <TextInput
          label="Terms and conditions"
          type="url"
          placeholder="https://shop.example/terms"
          description="Buyers accept them by continuing to payment."
          {...form.getInputProps("termsUrl")}
        />
        <TextInput label="Privacy policy" type="url" {...form.getInputProps("privacyUrl")} />
        <TextInput label="Legal notice" type="url" {...form.getInputProps("imprintUrl")} />
        <TextInput
          label="Support"
          type="email"
          placeholder="help@shop.example"
          description="The email address that buyers write to."
          {...form.getInputProps("supportEmail")}
        />
        <NumberInput
          label="Minimum age"
          description="Buyers confirm it before they pay. Leave empty to sell to all ages."
          min={1}
          max={99}
          {...form.getInputProps("minimumAge")}
        />
      </Stack>
    </Section>
  );
}

/** Shows how the buyers' pages look, with a preview. */
export function BuyersPages({ form }: { readonly form: Form }) {
  const slug = useSlug();
  const { publicUrl } = useMe();
  return (
    <Section
      title="Buyers' pages"
      lead="The language, colours and logo of pages and mails."
      acts={<Outside href={`${publicUrl}/embed/${slug}`}>Open the buyers' page</Outside>}
    >
      <Stack>
        <Select
          label="Default language"
          description="Used where the buyer's browser asks for none of the available languages."
          allowDeselect={false}
          data={LANGUAGES}
          {...form.getInputProps("locale")}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Accent colour"
            description="The colour of buttons, links and bars. Leave empty for the default."
            placeholder={DEFAULT_ACCENT}
            rightSection={
              <input
                type="color"
                className="colour-picker"
                aria-label="Colour picker"
                value={COLOUR.test(form.getValues().accent) ? form.getValues().accent : DEFAULT_ACCENT}
                onChange={(event) => form.setFieldValue("accent", event.currentTarget.value)}
              />
            }
            {...form.getInputProps("accent")}
          />
          <AccentPreview accent={form.getValues().accent} name={form.getValues().name} />
        </SimpleGrid>
        <TextInput
          label="Logo"
          type="url"
          description="An https address. The logo is shown above the competitions and in mails."
          {...form.getInputProps("logoUrl")}
        />
        <TagsInput
          label="Sites that may embed the widget"
          description="Leave empty to allow all."
          placeholder="https://shop.example"
          {...form.getInputProps("embedOrigins")}
        />
      </Stack>
    </Section>
  );
}

/** Shows the accent colour as buyers' pages use it, before it is saved. */
function AccentPreview({ accent, name }: { readonly accent: string; readonly name: string }) {
  const colour = COLOUR.test(accent) ? accent : DEFAULT_ACCENT;
  return (
    <figure className="accent-preview">
      <div className="accent-card" aria-hidden>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Button component="div" color={colour} autoContrast>
          Buy tickets
        </Button>
      </div>
      <figcaption>Preview of a button. Save, then open the buyers' page to see all of it.</figcaption>
    </figure>
  );
}
