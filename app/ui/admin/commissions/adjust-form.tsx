import { BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { adjustForm } from "#app/contracts/commission-handling.ts";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { useIntent, useOneTimeId } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type Props = { affiliate: string; currency: string; adjustmentId: string };

/** Adds or deducts an amount as a posting of its own. Existing postings do not change. */
export function AdjustForm({ affiliate, currency, adjustmentId }: Props) {
  const { addToast } = useUiActions();
  const { id: oneTimeId, markUsed } = useOneTimeId(adjustmentId);
  const onDone = useCallback(() => {
    addToast({ message: "Adjusted", type: "success" });
    markUsed();
  }, [addToast, markUsed]);
  const { fetcher, answer, isBusy } = useIntent("adjust", onDone);
  const { id, fields, banner } = useAppForm({
    id: "adjust",
    defaultValue: { amount: "", note: "" } satisfies FieldsOf<typeof adjustForm>,
    answer,
    keeps: [],
  });
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="adjust" />
      <input type="hidden" name="adjustmentId" value={oneTimeId} />
      <BlockStack gap="400">
        <Text as="p">
          What {affiliate} is owed grows by this amount, or falls where it is below zero. It is payable at
          once.
        </Text>
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormTextField
            field={fields.amount}
            requiredIndicator
            label="Amount"
            suffix={currency}
            maxLength={30}
            placeholder="-5.00"
          />
          <FormTextField
            field={fields.note}
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
