import { BlockStack, Button, FormLayout, InlineStack, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal, textsGiven } from "../../shared/field-errors.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { usePostedAnswer } from "../../shared/use-posted-answer.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type Props = { readonly currency: string; readonly entryId: string };

const names = ["amount", "reason", "document"] as const;
const empty = { amount: "", reason: "", document: "" };

/** Adds a balance that an affiliate brings along from another system. */
export function OpeningBalanceForm({ currency, entryId }: Props) {
  const { addToast } = useUiActions();
  const [id, setId] = useState(entryId);
  const [isUsed, setUsed] = useState(false);
  const posted = usePostedAnswer("opening-balance") as FormRefusal | undefined;
  const [values, setValues] = useState(() => textsGiven(posted, empty));
  const onDone = useCallback(() => {
    addToast({ message: "Opening balance added", type: "success" });
    setValues(empty);
    setUsed(true);
  }, [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("opening-balance", onDone);

  // The page brings a new id whenever it is loaded again; only one that was used is exchanged for it.
  if (isUsed && entryId !== id) {
    setId(entryId);
    setUsed(false);
  }

  function field(name: (typeof names)[number]) {
    const error = fieldError(refusal, name);
    return {
      id: `opening-balance-${name}`,
      name,
      value: values[name],
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      autoComplete: "off",
      ...(error !== undefined && { error }),
    };
  }

  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="opening-balance" />
      <input type="hidden" name="entryId" value={id} />
      <BlockStack gap="400">
        <ErrorBanner message={bannerMessage(refusal, names)} answer={refusal} />
        <FormLayout>
          <TextField
            {...field("amount")}
            label="Amount"
            suffix={currency}
            maxLength={30}
            requiredIndicator
            helpText="Enter a negative amount if the affiliate owes you."
          />
          <TextField {...field("reason")} label="Reason" maxLength={500} requiredIndicator />
          <TextField
            {...field("document")}
            label="Document"
            maxLength={200}
            helpText="Optional. Name or number of the document it comes from."
          />
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Add opening balance
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
