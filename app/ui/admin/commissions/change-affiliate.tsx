import { BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import type { TextFunction } from "#app/i18n/text-function.ts";
import { useCallback, useState } from "react";
import type { reassignForm } from "#app/contracts/commission-handling.ts";
import { Section } from "../../shared/detail-page.tsx";
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
  onClose: () => void;
  /** The credited affiliate and what they lose; null if the order is not credited. */
  from: { readonly name: string; readonly loses: MoneyOnWire } | null;
  /** Programs to choose from if the order is not credited. Otherwise its terms stay. */
  programs: readonly { readonly id: string; readonly name: string }[];
  /** Consequence for that affiliate if money was paid. */
  warning: string | null;
};

/**
 * Asks for the affiliate to credit an order to, in a modal or, without JavaScript, in a form of the page. Later signals
 * do not change it.
 */
export function ChangeAffiliate({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <>
      {isOpen && <ChangeModal {...props} />}
      <noscript>
        <ChangeSection {...props} />
      </noscript>
    </>
  );
}

function ChangeModal(props: Props) {
  const { from, onClose } = props;
  const t = useText("orders");
  const { fetcher, isBusy, form } = useChange(props);
  const { affiliateId } = form.values;
  const [isMissing, setMissing] = useState(false);
  const isEmpty = affiliateId.trim() === "";

  function submit() {
    setMissing(isEmpty);
    if (!isEmpty) fetcher.submit({ intent: "reassign", ...form.values }, { method: "post" });
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
        id={form.id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ChangeFields {...props} form={form} error={isMissing && isEmpty ? t("change.missing") : undefined} />
      </form>
    </AppModal>
  );
}

function ChangeSection(props: Props) {
  const t = useText("orders");
  const { form } = useChange(props);
  const submit = t(props.from ? "change.submit" : "change.creditSubmit");
  return (
    <Section title={submit}>
      <form method="post" id={form.id}>
        <input type="hidden" name="intent" value="reassign" />
        <BlockStack gap="400">
          <ChangeFields {...props} form={form} />
          <InlineStack align="end">
            <Button submit>{submit}</Button>
          </InlineStack>
        </BlockStack>
      </form>
    </Section>
  );
}

function useChange({ from, onClose }: Props) {
  const t = useText("orders");
  const { addToast } = useUiActions();
  const isCredited = from !== null;
  const onDone = useCallback(() => {
    addToast({ message: t(isCredited ? "change.changed" : "change.credited"), type: "success" });
    onClose();
  }, [addToast, isCredited, onClose, t]);
  const { fetcher, answer, isBusy } = useIntent("reassign", onDone);
  const form = useAppForm({
    id: "reassign",
    defaultValue: { affiliateId: "", programId: "", note: "" } satisfies FieldsOf<typeof reassignForm>,
    answer,
    keeps: [],
  });
  return { fetcher, isBusy, form };
}

type FieldsProps = Omit<Props, "onClose"> & {
  readonly form: ReturnType<typeof useChange>["form"];
  readonly error?: string | undefined;
};

function ChangeFields({ from, programs, warning, form: { fields, banner }, error }: FieldsProps) {
  const t = useText("orders");
  const [to, setTo] = useState<string | null>(null);
  return (
    <BlockStack gap="400">
      <ErrorBanner {...banner} />
      <FormLayout>
        <AffiliatePicker field={fields.affiliateId} error={error} onChoose={setTo} />
        {from === null && <ProgramSelect field={fields.programId} programs={programs} />}
        <FormTextField
          field={fields.note}
          label={t("change.note")}
          maxLength={500}
          helpText={t("change.noteHelp")}
        />
      </FormLayout>
      <Text as="p">{consequence(from, to, t)}</Text>
      {warning !== null && <Text as="p">{warning}</Text>}
    </BlockStack>
  );
}

/** `to` is the name of the chosen affiliate. */
function consequence(from: Props["from"], to: string | null, t: TextFunction<"orders">): string {
  if (from === null) return to === null ? t("change.earns") : t("change.earnsOne", { to });
  const loss = { from: from.name, amount: formatMoney(from.loses) };
  return to === null ? t("change.loses", loss) : t("change.losesTo", { ...loss, to });
}
