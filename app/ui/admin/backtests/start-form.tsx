import { Form } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal, textsGiven } from "../../shared/field-errors.ts";
import { DayField } from "./day-field.tsx";
import type { BacktestPlace } from "#app/contracts/backtest-place.ts";
import { scopeTexts } from "./backtest-words.ts";

export type StartDefaults = { readonly firstDay: string; readonly lastDay: string };

type Props = {
  kind: BacktestPlace["kind"];
  defaults: StartDefaults;
  /** An earlier backtest whose draft is run again, and the draft in words. */
  draft: { readonly of: string; readonly text: string } | null;
  refusal: FormRefusal | null;
  isBusy: boolean;
};

const fields = ["firstDay", "lastDay", "scope"] as const;
const scopesOf = (kind: Props["kind"]) => [
  { label: "Credited orders, or all while there are none", value: "" },
  { label: scopeTexts[kind].credited, value: "credited" },
  { label: scopeTexts[kind].all, value: "all" },
];

/** Asks which orders the draft is to be run over; the draft came with the form before, or is the saved terms. */
export function StartForm({ kind, defaults, draft, refusal, isBusy }: Props) {
  const given = textsGiven(refusal, { ...defaults, scope: "", terms: "", of: draft?.of ?? "" });
  const [values, setValues] = useState(given);
  const set = (name: (typeof fields)[number]) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const error = (name: string) => fieldError(refusal, name);
  const scopeError = error("scope");
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="start" />
      {values.terms !== "" && <input type="hidden" name="terms" value={values.terms} />}
      {values.of !== "" && <input type="hidden" name="of" value={values.of} />}
      <BlockStack gap="400">
        <ErrorBanner message={bannerMessage(refusal, fields)} answer={refusal} />
        <Text as="p">{draftText(values.terms, draft)}</Text>
        <FormLayout>
          <FormLayout.Group>
            <DayField
              label="From"
              name="firstDay"
              value={values.firstDay}
              onChange={set("firstDay")}
              error={error("firstDay")}
            />
            <DayField
              label="To"
              name="lastDay"
              value={values.lastDay}
              onChange={set("lastDay")}
              error={error("lastDay")}
            />
          </FormLayout.Group>
          {kind === "own" ? (
            <Text as="p">{scopeTexts.own.credited}.</Text>
          ) : (
            <Select
              label="Orders"
              name="scope"
              options={scopesOf(kind)}
              value={values.scope}
              onChange={set("scope")}
              {...(scopeError !== undefined && { error: scopeError })}
            />
          )}
        </FormLayout>
        <InlineStack>
          <Button variant="primary" submit loading={isBusy}>
            Run backtest
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

function draftText(terms: string, draft: Props["draft"]): string {
  if (terms !== "") return "The draft from the editor is run.";
  if (draft !== null) return `The draft of an earlier backtest is run: ${draft.text}.`;
  return "The saved terms are run. To run a draft, change the terms in their editor and choose “Backtest this draft” there.";
}
