import { BlockStack, Button, FormLayout, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { stepsUrl } from "./use-payout-step.ts";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true; readonly text: string };

type Props = {
  readonly title: string;
  /** Says which payment it is about, and why a person decides. */
  readonly message: string;
  readonly item: string;
  readonly choices: readonly { readonly value: "settled" | "failed" | "returned"; readonly label: string }[];
  /** Today in the store's time zone, YYYY-MM-DD. */
  readonly today: string;
};

const names = ["to", "date", "reference", "note"] as const;

/** Records the outcome of payments with its day and reference. Each is posted to the ledger. */
export function DecideForm({ title, message, item, choices, today }: Props) {
  const fetcher = useFetcher<Answer>();
  useAnswerToast<Answer>(fetcher.data, (done) => done.text);
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const [values, setValues] = useState({
    to: choices[0]?.value ?? "settled",
    date: today,
    reference: "",
    note: "",
  });
  const field = (name: (typeof names)[number]) => {
    const error = fieldError(refusal, name);
    return {
      id: `decide-${name}`,
      name,
      value: values[name],
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      ...(error !== undefined && { error }),
    };
  };
  return (
    <Section title={title}>
      <fetcher.Form method="post" action={stepsUrl} noValidate>
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="item" value={item} />
        <BlockStack gap="300">
          <Text as="p">{message}</Text>
          <ErrorBanner message={bannerMessage(refusal, names)} answer={refusal} />
          <FormLayout>
            <Select {...field("to")} label="Outcome" options={[...choices]} />
            <FormLayout.Group>
              <TextField {...field("date")} label="Date" type="date" autoComplete="off" max={today} />
              <TextField
                {...field("reference")}
                label="Reference"
                autoComplete="off"
                maxLength={200}
                helpText="The bank's or provider's transaction number."
              />
            </FormLayout.Group>
            <TextField {...field("note")} label="Note" autoComplete="off" maxLength={500} />
          </FormLayout>
          <InlineStack align="end">
            <Button submit loading={fetcher.state !== "idle"}>
              Record outcome
            </Button>
          </InlineStack>
        </BlockStack>
      </fetcher.Form>
    </Section>
  );
}
