import { BlockStack, FormLayout, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { reassignForm } from "#app/contracts/commission-handling.ts";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { ProgramSelect } from "./program-select.tsx";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  /** The credited affiliate and what they lose; null if the order is not credited. */
  from: { readonly name: string; readonly loses: MoneyOnWire } | null;
  /** Programs to choose from if the order is not credited. Otherwise its terms stay. */
  programs: readonly { readonly id: string; readonly name: string }[];
  /** Consequence for that affiliate if money was paid. */
  warning: string | null;
};

/** Asks for the affiliate to credit an order to. Later signals do not change it. */
export function ChangeAffiliate({ isOpen, onClose, from, programs, warning }: Props) {
  const t = useText("orders");
  const { addToast } = useUiActions();
  const isCredited = from !== null;
  const onDone = useCallback(() => {
    addToast({ message: t(isCredited ? "change.changed" : "change.credited"), type: "success" });
    onClose();
  }, [addToast, isCredited, onClose, t]);
  const { fetcher, answer, isBusy } = useIntent("reassign", onDone);
  const { id, fields, values, banner } = useAppForm({
    id: "reassign",
    defaultValue: { affiliateId: "", programId: "", note: "" } satisfies FieldsOf<typeof reassignForm>,
    answer,
    keeps: [],
  });
  const [isMissing, setIsMissing] = useState(false);
  const isEmpty = values.affiliateId.trim() === "";
  if (!isOpen) return null;

  function submit() {
    setIsMissing(isEmpty);
    if (!isEmpty) fetcher.submit({ intent: "reassign", ...values }, { method: "post" });
  }

  return (
    <AppModal
      title={t(from ? "change.title" : "change.creditTitle")}
      onClose={onClose}
      primaryAction={{
        content: t(from ? "change.submit" : "change.creditSubmit"),
        loading: isBusy,
        onAction: submit,
      }}
      secondaryActions={[{ content: t("change.cancel"), onAction: onClose }]}
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <BlockStack gap="400">
          <ErrorBanner {...banner} />
          <FormLayout>
            <AffiliatePicker
              field={fields.affiliateId}
              error={isMissing && isEmpty ? t("change.missing") : undefined}
            />
            {from === null && <ProgramSelect field={fields.programId} programs={programs} />}
            <FormTextField
              field={fields.note}
              label={t("change.note")}
              maxLength={500}
              helpText={t("change.noteHelp")}
            />
          </FormLayout>
          <Text as="p">
            {from
              ? t("change.loses", { from: from.name, amount: formatMoney(from.loses) })
              : t("change.earns")}
          </Text>
          {warning !== null && <Text as="p">{warning}</Text>}
        </BlockStack>
      </form>
    </AppModal>
  );
}
