import { Form } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { backtestForm } from "#app/contracts/backtest.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
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

const scopesOf = (kind: Props["kind"]) => [
  { label: "Credited orders, or all while there are none", value: "" },
  { label: scopeTexts[kind].credited, value: "credited" },
  { label: scopeTexts[kind].all, value: "all" },
];

/** Asks which orders the draft is to be run over; the draft came with the form before, or is the saved terms. */
export function StartForm({ kind, defaults, draft, refusal, isBusy }: Props) {
  const { id, fields, banner } = useAppForm({
    id: "start",
    defaultValue: { ...defaults, scope: "" } satisfies FieldsOf<typeof backtestForm>,
    answer: refusal,
  });
  // The draft that was posted, or the one that is run again.
  const [{ terms, of }] = useState(() => ({
    terms: String(refusal?.given?.["terms"] ?? ""),
    of: String(refusal?.given?.["of"] ?? draft?.of ?? ""),
  }));
  return (
    <Form method="post" id={id}>
      <input type="hidden" name="intent" value="start" />
      {terms !== "" && <input type="hidden" name="terms" value={terms} />}
      {of !== "" && <input type="hidden" name="of" value={of} />}
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <Text as="p">{draftText(terms, draft)}</Text>
        <FormLayout>
          <FormLayout.Group>
            <FormTextField field={fields.firstDay} type="date" label="From" />
            <FormTextField field={fields.lastDay} type="date" label="To" />
          </FormLayout.Group>
          {kind === "own" ? (
            <Text as="p">{scopeTexts.own.credited}.</Text>
          ) : (
            <FormSelect field={fields.scope} label="Orders" options={scopesOf(kind)} />
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
