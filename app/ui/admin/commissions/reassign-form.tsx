import { BlockStack, Button, FormLayout, InlineStack, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal, textsGiven } from "../../shared/field-errors.ts";
import { useIntent, usePageAnswer } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliateField } from "./affiliate-field.tsx";
import { ProgramSelect } from "./program-select.tsx";

type Props = {
  /** Who has the credit now; null where nobody has. */
  from: string | null;
  /** To choose from where nobody has it; otherwise the terms that judged go on judging. */
  programs: readonly { readonly id: string; readonly name: string }[];
  /** What it would mean for who has it now, where money was paid. */
  warning: string | null;
};

const empty = { affiliateId: "", programId: "", note: "" };

/** Gives the credit for an order to another affiliate; it stays so whatever evidence arrives. */
export function ReassignForm({ from, programs, warning }: Props) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const posted = usePageAnswer("reassign") as FormRefusal | undefined;
  const [values, setValues] = useState(() => textsGiven(posted, empty));
  const onDone = useCallback(() => {
    addToast({ message: "Credit given", type: "success" });
    setValues(empty);
  }, [addToast]);
  const { fetcher, refusal, isBusy } = useIntent("reassign", onDone);
  const set = (name: keyof typeof empty) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const noteError = fieldError(refusal, "note");
  const [isMissing, setIsMissing] = useState(false);
  const isEmpty = values.affiliateId.trim() === "";
  const missing = isMissing && isEmpty ? "Enter an affiliate" : undefined;

  function ask() {
    setIsMissing(isEmpty);
    if (isEmpty) return;
    confirm({
      title: `Give the credit to ${values.affiliateId.trim()}?`,
      message: [meaning(from), warning].filter(Boolean).join(" "),
      confirmLabel: "Give credit",
      destructive: from !== null,
      onConfirm: () => fetcher.submit({ intent: "reassign", ...values }, { method: "post" }),
    });
  }

  return (
    <fetcher.Form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <input type="hidden" name="intent" value="reassign" />
      <BlockStack gap="400">
        <Text as="p">{meaning(from)}</Text>
        <ErrorBanner
          message={bannerMessage(refusal, ["affiliateId", "programId", "note"])}
          answer={refusal}
        />
        <FormLayout>
          <AffiliateField
            id="reassign-affiliate"
            value={values.affiliateId}
            onChange={set("affiliateId")}
            error={missing ?? fieldError(refusal, "affiliateId")}
          />
          {from === null && (
            <ProgramSelect
              id="reassign-program"
              programs={programs}
              value={values.programId}
              onChange={set("programId")}
              error={fieldError(refusal, "programId")}
            />
          )}
          <TextField
            id="reassign-note"
            name="note"
            label="Note"
            value={values.note}
            onChange={set("note")}
            autoComplete="off"
            maxLength={500}
            helpText="Only you and your staff see it."
            {...(noteError !== undefined && { error: noteError })}
          />
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Give credit
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}

function meaning(from: string | null): string {
  const ending = "It stays so, whatever else is heard about the order.";
  if (from === null) {
    return `The affiliate earns what the terms of their program pay for this order. ${ending}`;
  }
  return `What ${from} earned on this order goes back, and the other affiliate earns it under the same terms. ${ending}`;
}
