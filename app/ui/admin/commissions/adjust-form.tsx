import { BlockStack, Button, FormLayout, InlineStack } from "@shopify/polaris";
import { useCallback } from "react";
import type { adjustForm } from "#app/contracts/commission-handling.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent, useOneTimeId } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";

type Props = { currency: string; adjustmentId: string };

/** Adds or deducts an amount as a posting of its own. Existing postings do not change. */
export function AdjustForm({ currency, adjustmentId }: Props) {
  const t = useText("commissions");
  const { addToast } = useUiActions();
  const { id: oneTimeId, markUsed } = useOneTimeId(adjustmentId);
  const onDone = useCallback(() => {
    addToast({ message: t("adjust.done"), type: "success" });
    markUsed();
  }, [addToast, markUsed, t]);
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
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormTextField
            field={fields.amount}
            requiredIndicator
            label={t("adjust.amount")}
            suffix={currency}
            maxLength={30}
            placeholder="-5.00"
            helpText={t("adjust.amountHelp")}
          />
          <FormTextField
            field={fields.note}
            requiredIndicator
            label={t("adjust.note")}
            maxLength={500}
            multiline={2}
            helpText={t("adjust.noteHelp")}
          />
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            {t("adjust.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
