import { BlockStack, Button, FormLayout, InlineStack, TextField } from "@shopify/polaris";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { useOneTimeForm } from "../../shared/use-one-time-form.ts";

type Props = { readonly currency: string; readonly entryId: string };

const empty = { amount: "", reason: "", document: "" };

/** Adds a balance that an affiliate brings along from another system. */
export function OpeningBalanceForm({ currency, entryId }: Props) {
  const { id, field, fetcher, refusal, banner, isBusy } = useOneTimeForm({
    intent: "opening-balance",
    newId: entryId,
    empty,
    doneMessage: "Opening balance added",
  });
  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="opening-balance" />
      <input type="hidden" name="entryId" value={id} />
      <BlockStack gap="400">
        <ErrorBanner message={banner} answer={refusal} />
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
