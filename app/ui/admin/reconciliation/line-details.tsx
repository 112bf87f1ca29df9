import {
  ActionList,
  Banner,
  BlockStack,
  Button,
  InlineStack,
  Link,
  Modal,
  Popover,
  Text,
} from "@shopify/polaris";
import { useState } from "react";
import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { formatDate, formatMoney } from "../../shared/format.ts";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { hasMatchedFee, stepLabel, stepWords } from "./match-words.ts";
import type { useResolve } from "./use-resolve.ts";

type Step = StatementLineWire["steps"][number];
type Props = {
  line: StatementLineWire;
  statementId: string;
  resolve: ReturnType<typeof useResolve>["resolve"];
  timeZone: string;
};

/** Why a row has its status, and the buttons that settle it. */
export function LineDetails({ line, statementId, resolve, timeZone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { shown, more } = buttonsOf(line);
  const button = (step: Step) => (
    <Button
      key={step}
      size="slim"
      onClick={() => resolve([line.number], step)}
      accessibilityLabel={`${stepLabel(step, line)}: row ${line.number}`}
    >
      {stepLabel(step, line)}
    </Button>
  );
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Why line={line} statementId={statementId} timeZone={timeZone} />
      {shown.length + more.length > 0 && (
        <InlineStack gap="200">
          {shown.map(button)}
          {more.length > 0 && (
            <Popover
              active={isOpen}
              onClose={() => setOpen(false)}
              activator={
                <Button
                  size="slim"
                  variant="tertiary"
                  disclosure
                  onClick={() => setOpen(!isOpen)}
                  accessibilityLabel={`More: row ${line.number}`}
                >
                  More
                </Button>
              }
            >
              <ActionList
                items={more.map((step) => ({
                  content: stepLabel(step, line),
                  onAction: () => {
                    setOpen(false);
                    resolve([line.number], step);
                  },
                }))}
              />
            </Popover>
          )}
        </InlineStack>
      )}
    </BlockStack>
  );
}

const quiet: ReadonlySet<Step> = new Set(["adjust", "exchange", "record"]);

/** Steps that change a balance by hand stand behind More; the others are buttons. */
function buttonsOf({ steps, match }: StatementLineWire): { shown: readonly Step[]; more: readonly Step[] } {
  const isQuiet = (step: Step) => quiet.has(step) && match !== "fee";
  const shown = steps.filter((step) => !isQuiet(step));
  return { shown, more: steps.filter(isQuiet) };
}

function Why({ line, statementId, timeZone }: Pick<Props, "line" | "statementId" | "timeZone">) {
  const { paidBy } = line;
  if (line.resolvedAt !== null) {
    return <Text as="span" tone="subdued">{`${doneText(line)}, ${line.resolvedBy ?? ""}`}</Text>;
  }
  if (paidBy) {
    const where = paidBy.statement === statementId ? "" : " of another statement";
    return (
      <Link url={`/dashboard/affiliates/payouts/reconcile/${paidBy.statement}`}>
        {`Paid already by row ${paidBy.line}${where}`}
      </Link>
    );
  }
  const why = whyText(line, timeZone);
  return why === "" ? null : (
    <Text as="span" tone="subdued">
      {why}
    </Text>
  );
}

function doneText({ resolution, note }: StatementLineWire): string {
  if (resolution === "found") return "No longer missing";
  const label = resolution === "choose" ? "Payment chosen" : stepWords[resolution as Step].label;
  return note === "" ? label : `${label}: ${note}`;
}

function whyText(line: StatementLineWire, timeZone: string): string {
  const { match, reason, fee, says, item, waits, waitsUntil } = line;
  if (waitsUntil !== null) {
    return `Your bank may still pay it. Wait until ${formatDate(waitsUntil, timeZone)}.`;
  }
  if (waits) return "Still in progress. Compare again later.";
  if (fee !== null && hasMatchedFee(line)) return `Includes a ${formatMoney(fee)} fee`;
  if (match === "fee" && fee !== null && item) {
    return `Fee ${formatMoney(fee)} in the statement, ${formatMoney(item.fee)} in the app`;
  }
  if (match === "unclear") return reason || "The amount that came back is different.";
  if (match === "unexpected" && says === "returned") return "Money back for no known payment";
  return whyTexts[match] ?? reason;
}

const whyTexts: Partial<Record<StatementLineWire["match"], string>> = {
  unexpected: "No payment with this reference",
  amount: "The amounts differ.",
  unreadable: "Store credit can't be checked without the customer.",
};

type Given = { affiliate: string; amount: string; note: string };
type AnswerLineProps = {
  line: StatementLineWire;
  step: "record" | "exchange";
  /** Why the last answer was not taken. */
  refusal: FormRefusal | null;
  isBusy: boolean;
  onAnswer: (given: Given) => void;
  onClose: () => void;
};

/** Asks what only a person knows of a payment: whom one was for that no payout is, or what another currency was worth. */
export function AnswerLine({ line, step, refusal, isBusy, onAnswer, onClose }: AnswerLineProps) {
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
