import { BlockStack, Button, FormLayout, InlineStack, Text, TextField } from "@shopify/polaris";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { useOneTimeForm } from "../../shared/use-one-time-form.ts";

type Props = { affiliate: string; currency: string; adjustmentId: string };

const empty = { amount: "", note: "" };

/** Gives or takes an amount by a posting of its own; nothing that stands in the books is changed. */
export function AdjustForm({ affiliate, currency, adjustmentId }: Props) {
  const { id, field, fetcher, refusal, banner, isBusy } = useOneTimeForm({
    intent: "adjust",
    newId: adjustmentId,
    empty,
    doneMessage: "Adjusted",
  });
  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="adjust" />
      <input type="hidden" name="adjustmentId" value={id} />
      <BlockStack gap="400">
        <Text as="p">
          What {affiliate} is owed grows by this amount, or falls where it is below zero. It is payable at
          once.
        </Text>
        <ErrorBanner message={banner} answer={refusal} />
        <FormLayout>
          <TextField
            {...field("amount")}
            requiredIndicator
            label="Amount"
            suffix={currency}
            maxLength={30}
            placeholder="-5.00"
          />
          <TextField
            {...field("note")}
            requiredIndicator
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
