import { BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { reassignForm } from "#app/contracts/commission-handling.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { ProgramSelect } from "./program-select.tsx";

type Props = {
  /** Name of the credited affiliate; null if the order is not credited. */
  from: string | null;
  /** Programs to choose from if the order is not credited. Otherwise its terms stay. */
  programs: readonly { readonly id: string; readonly name: string }[];
  /** Consequence for that affiliate if money was paid. */
  warning: string | null;
};

/** Credits an order to another affiliate. Later signals do not change it. */
export function ReassignForm({ from, programs, warning }: Props) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: "Credit given", type: "success" }), [addToast]);
  const { fetcher, answer, isBusy } = useIntent("reassign", onDone);
  const { id, fields, values, banner } = useAppForm({
    id: "reassign",
    defaultValue: { affiliateId: "", programId: "", note: "" } satisfies FieldsOf<typeof reassignForm>,
    answer,
    keeps: [],
  });
  const [isMissing, setIsMissing] = useState(false);
  const [name, setName] = useState("");
  const isEmpty = values.affiliateId.trim() === "";
  const missing = isMissing && isEmpty ? "Enter an affiliate" : undefined;

  function ask() {
    setIsMissing(isEmpty);
    if (isEmpty) return;
    confirm({
      title: `Give the credit to ${name.trim()}?`,
      message: [meaning(from), warning].filter(Boolean).join(" "),
      confirmLabel: "Give credit",
      destructive: from !== null,
      onConfirm: () => fetcher.submit({ intent: "reassign", ...values }, { method: "post" }),
    });
  }

  return (
    <fetcher.Form
      method="post"
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <input type="hidden" name="intent" value="reassign" />
      <BlockStack gap="400">
        <Text as="p">{meaning(from)}</Text>
        <ErrorBanner {...banner} />
        <FormLayout>
          <AffiliatePicker field={fields.affiliateId} error={missing} onName={setName} />
          {from === null && <ProgramSelect field={fields.programId} programs={programs} />}
          <FormTextField
            field={fields.note}
            label="Note"
            maxLength={500}
            helpText="Only you and your staff see it."
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
