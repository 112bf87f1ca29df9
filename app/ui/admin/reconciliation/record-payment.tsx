import { BlockStack, Modal, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import { formatMoney } from "../../shared/format.ts";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { stepWords } from "./match-words.ts";

type Props = {
  line: StatementLineWire;
  onRecord: (given: { affiliate: string; note: string }) => void;
  onClose: () => void;
};

/** Asks whom a payment was for that no payout is, and why it is recorded. */
export function RecordPayment({ line, onRecord, onClose }: Props) {
  const [affiliate, setAffiliate] = useState("");
  const [note, setNote] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { label, message } = stepWords.record;
  const missing = (text: string, fault: string) => (isAsked && text.trim() === "" ? fault : undefined);
  function answer() {
    setAsked(true);
    const given = { affiliate: affiliate.trim(), note: note.trim() };
    if (given.affiliate !== "" && given.note !== "") onRecord(given);
  }
  const noteFault = missing(note, "Write why");
  return (
    <Modal
      open
      size="small"
      title={`${label} of ${formatMoney(line.amount)}?`}
      onClose={onClose}
      primaryAction={{ content: label, onAction: answer }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p">{message}</Text>
          <AffiliateField
            id="recorded-for"
            name="affiliate"
            value={affiliate}
            onChange={setAffiliate}
            error={missing(affiliate, "Say whom it was paid to")}
          />
          <TextField
            label="Note"
            value={note}
            onChange={setNote}
            multiline={3}
            maxLength={500}
            autoComplete="off"
            requiredIndicator
            {...(noteFault !== undefined && { error: noteFault })}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
