import { Banner, BlockStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { formatMoney } from "../../shared/format.ts";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { stepWords } from "./match-words.ts";

type Given = { affiliate: string; amount: string; note: string };
type Props = {
  line: StatementLineWire;
  step: "record" | "exchange";
  /** Why the last answer was not taken. */
  refusal: FormRefusal | null;
  isBusy: boolean;
  onAnswer: (given: Given) => void;
  onClose: () => void;
};

/** Asks what only a person knows of a payment: whom one was for that no payout is, or what another currency was worth. */
export function AnswerLine({ line, step, refusal, isBusy, onAnswer, onClose }: Props) {
  const { id, fields, values, banner } = useAppForm({
    id: "answer-line",
    defaultValue: { affiliate: "", amount: "", note: "" } satisfies Given,
    answer: refusal,
  });
  const [isAsked, setAsked] = useState(false);
  const { label, message: meaning } = stepWords[step];
  const needed = step === "record" ? "affiliate" : "amount";
  const missing = (name: keyof Given, text: string) =>
    isAsked && values[name].trim() === "" ? { error: text } : {};
  function answer() {
    setAsked(true);
    const [affiliate, amount, note] = [values.affiliate.trim(), values.amount.trim(), values.note.trim()];
    if (values[needed].trim() !== "" && note !== "") onAnswer({ affiliate, amount, note });
  }
  return (
    <Modal
      open
      size="small"
      title={line.amount === null ? `${label}?` : `${label}: ${formatMoney(line.amount)}?`}
      onClose={onClose}
      primaryAction={{ content: label, onAction: answer, loading: isBusy }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <form id={id} onSubmit={(event) => event.preventDefault()}>
          <BlockStack gap="300">
            {banner.message !== null && <Banner tone="critical">{banner.message}</Banner>}
            <Text as="p">{meaning}</Text>
            {step === "record" ? (
              <AffiliateField field={fields.affiliate} {...missing("affiliate", "Say whom it was paid to")} />
            ) : (
              <FormTextField
                field={fields.amount}
                label="Given to the affiliate, or below zero taken"
                inputMode="decimal"
                requiredIndicator
                suffix={line.item?.amount.currencyCode ?? ""}
                {...missing("amount", "Name the amount")}
              />
            )}
            <FormTextField
              field={fields.note}
              label="Note"
              multiline={3}
              maxLength={500}
              requiredIndicator
              {...missing("note", "Write why")}
            />
          </BlockStack>
        </form>
      </Modal.Section>
    </Modal>
  );
}
