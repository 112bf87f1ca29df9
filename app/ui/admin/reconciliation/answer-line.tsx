import { Banner, BlockStack, Modal, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";
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
  const [given, setGiven] = useState<Given>({ affiliate: "", amount: "", note: "" });
  const [isAsked, setAsked] = useState(false);
  const { label, message: meaning } = stepWords[step];
  const needed = step === "record" ? "affiliate" : "amount";
  const change = (name: keyof Given) => (value: string) =>
    setGiven((before) => ({ ...before, [name]: value }));
  const errorOf = (name: keyof Given, missing: string): { error?: string } => {
    const error = isAsked && given[name].trim() === "" ? missing : fieldError(refusal, name);
    return error === undefined ? {} : { error };
  };
  const message = bannerMessage(refusal, ["affiliate", "amount", "note"]);
  function answer() {
    setAsked(true);
    const [affiliate, amount, note] = [given.affiliate.trim(), given.amount.trim(), given.note.trim()];
    if (given[needed].trim() !== "" && note !== "") onAnswer({ affiliate, amount, note });
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
        <BlockStack gap="300">
          {message !== null && <Banner tone="critical">{message}</Banner>}
          <Text as="p">{meaning}</Text>
          {step === "record" ? (
            <AffiliateField
              id="recorded-for"
              name="affiliate"
              value={given.affiliate}
              onChange={change("affiliate")}
              error={undefined}
              {...errorOf("affiliate", "Say whom it was paid to")}
            />
          ) : (
            <TextField
              label="Given to the affiliate, or below zero taken"
              value={given.amount}
              onChange={change("amount")}
              inputMode="decimal"
              autoComplete="off"
              requiredIndicator
              suffix={line.item?.amount.currencyCode ?? ""}
              {...errorOf("amount", "Name the amount")}
            />
          )}
          <TextField
            label="Note"
            value={given.note}
            onChange={change("note")}
            multiline={3}
            maxLength={500}
            autoComplete="off"
            requiredIndicator
            {...errorOf("note", "Write why")}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
