import { BlockStack, Button, FormLayout, InlineStack, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal, textsGiven } from "../../shared/field-errors.ts";
import { usePostedAnswer } from "../../shared/use-posted-answer.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type Props = { affiliate: string; currency: string; adjustmentId: string };

const names = ["amount", "note"] as const;
const empty = { amount: "", note: "" };

/** Gives or takes an amount by a posting of its own; nothing that stands in the books is changed. */
export function AdjustForm({ affiliate, currency, adjustmentId }: Props) {
  const { addToast } = useUiActions();
  const [id, setId] = useState(adjustmentId);
  const [isUsed, setUsed] = useState(false);
  const posted = usePostedAnswer("adjust") as FormRefusal | undefined;
  const [values, setValues] = useState(() => textsGiven(posted, empty));
  const onDone = useCallback(() => {
    addToast({ message: "Adjusted", type: "success" });
    setValues(empty);
    setUsed(true);
  }, [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("adjust", onDone);

  // The page brings a new id whenever it is loaded again; only one that was used is exchanged for it.
  if (isUsed && adjustmentId !== id) {
    setId(adjustmentId);
    setUsed(false);
  }

  function field(name: (typeof names)[number]) {
    const error = fieldError(refusal, name);
    return {
      id: `adjust-${name}`,
      name,
      value: values[name],
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      autoComplete: "off",
      requiredIndicator: true,
      ...(error !== undefined && { error }),
    };
  }

  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="adjust" />
      <input type="hidden" name="adjustmentId" value={id} />
      <BlockStack gap="400">
        <Text as="p">
          What {affiliate} is owed grows by this amount, or falls where it is below zero. It is payable at
          once.
        </Text>
        <ErrorBanner message={bannerMessage(refusal, names)} answer={refusal} />
        <FormLayout>
          <TextField
            {...field("amount")}
            label="Amount"
            suffix={currency}
            maxLength={30}
            placeholder="-5.00"
          />
          <TextField
            {...field("note")}
            label="Note"
            maxLength={500}
            multiline={2}
            helpText="Only you and your staff see it."
          />
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Adjust
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
