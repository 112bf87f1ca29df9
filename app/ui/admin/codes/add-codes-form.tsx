import { BlockStack, Button, InlineStack, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError } from "../../shared/field-errors.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { ReceiversField, type Receiver, type Receivers } from "./receivers-field.tsx";

type Props = { template: string | null; programs: readonly Receiver[] };

const nobody: Receivers = { who: "affiliates", programId: "", affiliates: [] };

/** Adds codes of this discount for further affiliates. */
export function AddCodesForm({ template, programs }: Props) {
  const { addToast } = useUiActions();
  const [receivers, setReceivers] = useState(nobody);
  const [text, setText] = useState(template ?? "{FIRSTNAME}");
  const onDone = useCallback(() => {
    addToast({ message: "Codes are being made" });
    setReceivers(nobody);
  }, [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("add-codes", onDone);
  const error = fieldError(refusal, "template");
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="add-codes" />
      <BlockStack gap="300">
        <ErrorBanner
          message={bannerMessage(refusal, ["template", "programId", "affiliateIds"])}
          answer={refusal}
        />
        <ReceiversField programs={programs} value={receivers} onChange={setReceivers} refusal={refusal} />
        <TextField
          label="Template"
          name="template"
          value={text}
          onChange={setText}
          autoComplete="off"
          maxLength={100}
          {...(error !== undefined && { error })}
        />
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Add codes
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
