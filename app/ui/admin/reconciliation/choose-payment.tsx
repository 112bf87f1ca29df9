import { useFetcher } from "@remix-run/react";
import { BlockStack, ChoiceList, Modal, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { CandidateWire, StatementLineWire } from "#app/contracts/reconciliation.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { formatDate, formatMoney } from "../../shared/format.ts";

type Props = {
  statementId: string;
  line: StatementLineWire;
  timeZone: string;
  refusal: FormRefusal | null;
  isBusy: boolean;
  onChoose: (payment: string) => void;
  onClose: () => void;
};

const typingMs = 300;

/** Says which payment a row is about. Moves no money. */
export function ChoosePayment({ statementId, line, timeZone, refusal, isBusy, onChoose, onClose }: Props) {
  const { load, data, state } = useFetcher<CandidateWire[]>();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState("");
  const url = `/dashboard/payouts/reconcile/${statementId}/lines/${line.number}/payments`;
  useEffect(() => {
    const timer = setTimeout(
      () => load(`${url}?search=${encodeURIComponent(search)}`),
      search === "" ? 0 : typingMs,
    );
    return () => clearTimeout(timer);
  }, [load, url, search]);
  return (
    <Modal
      open
      title="Choose payment"
      onClose={onClose}
      primaryAction={{
        content: "Choose payment",
        loading: isBusy,
        disabled: chosen === "",
        onAction: () => onChoose(chosen),
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <ErrorBanner message={refusal?.message} answer={refusal} />
          <TextField
            label="Affiliate"
            autoComplete="off"
            value={search}
            onChange={setSearch}
            maxLength={100}
          />
          {data?.length === 0 && state === "idle" && <Text as="p">No payments match.</Text>}
          <ChoiceList
            title="Payment"
            titleHidden
            selected={[chosen]}
            onChange={([id = ""]) => setChosen(id)}
            choices={(data ?? []).map((one) => ({
              value: one.id,
              label: `${one.affiliate}, ${formatMoney(one.amount)}, ${formatDate(one.at, timeZone)}`,
            }))}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
