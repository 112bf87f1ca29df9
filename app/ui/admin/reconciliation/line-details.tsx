import { useFetcher } from "@remix-run/react";
import { ActionList, Banner, BlockStack, Button, InlineStack, Link, Popover, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { ProviderStatementWire, StatementLineWire } from "#app/contracts/reconciliation.ts";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormAnswer, FormRefusal } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { formatDate, formatMoney } from "../../shared/format.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { reconciliationText as t } from "./reconciliation-text.ts";
import { aboutLine, hasMatchedFee, stepLabel, type LineStep, stepWords } from "./match-words.ts";

type Props = {
  line: StatementLineWire;
  statementId: string;
  resolve: ReturnType<typeof useResolve>["resolve"];
  timeZone: string;
};

/** Reason of a row's status, and the buttons that resolve it. */
export function LineDetails({ line, statementId, resolve, timeZone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { shown, more } = buttonsOf(line);
  const button = (step: LineStep) => (
    <Button
      key={step}
      size="slim"
      onClick={() => resolve([line.number], step)}
      accessibilityLabel={t("row.stepLabel", { step: stepLabel(step, line), line: line.number })}
    >
      {stepLabel(step, line)}
    </Button>
  );
  return (
    <BlockStack gap="100" inlineAlign="start">
      <LineReason line={line} statementId={statementId} timeZone={timeZone} />
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
                  accessibilityLabel={t("row.moreLabel", { line: line.number })}
                >
                  {t("row.more")}
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

const quiet: ReadonlySet<LineStep> = new Set(["adjust", "exchange", "record"]);

/** Steps that adjust a balance are under More. The others are buttons. */
function buttonsOf({ steps, match }: StatementLineWire): {
  shown: readonly LineStep[];
  more: readonly LineStep[];
} {
  const isQuiet = (step: LineStep) => quiet.has(step) && match !== "fee";
  const shown = steps.filter((step) => !isQuiet(step));
  return { shown, more: steps.filter(isQuiet) };
}

function LineReason({ line, statementId, timeZone }: Pick<Props, "line" | "statementId" | "timeZone">) {
  const { paidBy } = line;
  if (line.resolvedAt !== null) {
    const text = doneText(line);
    return (
      <Text as="span" tone="subdued">
        {line.resolvedBy === null ? text : t("row.resolved", { text, name: line.resolvedBy })}
      </Text>
    );
  }
  if (paidBy) {
    const key = paidBy.statement === statementId ? "row.paidBy" : "row.paidByOther";
    return (
      <Link url={`/dashboard/affiliates/payouts/reconcile/${paidBy.statement}`}>
        {t(key, { line: paidBy.line })}
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
  if (resolution === "found") return t("row.found");
  const step = resolution === "choose" ? t("row.chosen") : stepWords(resolution as LineStep).label;
  return note === "" ? step : t("row.noted", { step, note });
}

function whyText(line: StatementLineWire, timeZone: string): string {
  const { match, reason, fee, says, waits, waitsUntil } = line;
  if (waitsUntil !== null) {
    return t("row.waitsUntil", { date: formatDate(waitsUntil, timeZone) });
  }
  if (waits) return t("row.waits");
  if (fee !== null && hasMatchedFee(line)) return t("row.includesFee", { fee: formatMoney(fee) });
  const difference = differenceText(line);
  if (difference !== null) return difference;
  if (match === "unclear") return reason || t("row.backDiffers");
  if (match === "unexpected" && says === "returned") return t("row.backUnknown");
  return match === "unexpected" || match === "unreadable" ? t(`row.${match}`) : reason;
}

/** The two fees or amounts that differ. */
function differenceText({ match, amount, fee, payment }: StatementLineWire): string | null {
  if (match === "fee" && fee !== null && payment) {
    return t("row.feesDiffer", { there: formatMoney(fee), here: formatMoney(payment.fee) });
  }
  if (match === "amount" && amount !== null && payment) {
    return t("row.amount", { there: formatMoney(amount), here: formatMoney(payment.amount) });
  }
  return null;
}

type LineAnswer = { affiliate: string; amount: string; note: string };
type AnswerLineProps = {
  line: StatementLineWire;
  step: "record" | "exchange";
  /** Error of the last submission. */
  refusal: FormRefusal | null;
  isBusy: boolean;
  onAnswer: (given: LineAnswer) => void;
  onClose: () => void;
};

/** Asks for what only a person knows: whom a payment without a payout was for, or its value in another currency. */
export function AnswerLine({ line, step, refusal, isBusy, onAnswer, onClose }: AnswerLineProps) {
  const { id, fields, values, banner } = useAppForm({
    id: "answer-line",
    defaultValue: { affiliate: "", amount: "", note: "" } satisfies LineAnswer,
    answer: refusal,
  });
  const [isAsked, setAsked] = useState(false);
  const { label, message: meaning } = stepWords(step);
  const needed = step === "record" ? "affiliate" : "amount";
  const missing = (name: keyof LineAnswer, text: string) =>
    isAsked && values[name].trim() === "" ? { error: text } : {};
  function answer() {
    setAsked(true);
    const [affiliate, amount, note] = [values.affiliate.trim(), values.amount.trim(), values.note.trim()];
    if (values[needed].trim() !== "" && note !== "") onAnswer({ affiliate, amount, note });
  }
  return (
    <AppModal
      size="small"
      title={
        line.amount === null
          ? t("ask.titleShort", { step: label })
          : t("ask.titleAmount", { step: label, amount: formatMoney(line.amount) })
      }
      onClose={onClose}
      primaryAction={{ content: label, onAction: answer, loading: isBusy }}
      secondaryActions={[{ content: t("ask.cancel"), onAction: onClose }]}
    >
      <form id={id} onSubmit={(event) => event.preventDefault()}>
        <BlockStack gap="300">
          {banner.message !== null && <Banner tone="critical">{banner.message}</Banner>}
          <Text as="p">{meaning}</Text>
          {step === "record" ? (
            <AffiliatePicker field={fields.affiliate} {...missing("affiliate", t("ask.affiliateMissing"))} />
          ) : (
            <FormTextField
              field={fields.amount}
              label={t("ask.amount")}
              inputMode="decimal"
              requiredIndicator
              suffix={line.payment?.amount.currencyCode ?? ""}
              {...missing("amount", t("ask.amountMissing"))}
            />
          )}
          <FormTextField
            field={fields.note}
            label={t("ask.note")}
            multiline={3}
            maxLength={500}
            requiredIndicator
            {...missing("note", t("ask.noteMissing"))}
          />
        </BlockStack>
      </form>
    </AppModal>
  );
}

/** A row whose step needs more than a note. */
type LineDialog = {
  readonly line: StatementLineWire;
  readonly step: "record" | "exchange" | "choose";
  /** Last answer before the dialog opened. It is not about this row. */
  readonly before: FormAnswer<{ readonly text: string }> | undefined;
};

/** Resolves rows after a confirmation, or has the statement compared again. */
export function useResolve(
  lines: readonly StatementLineWire[],
  { toMark }: Pick<ProviderStatementWire, "toMark">,
) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  const confirm = useConfirm();
  useAnswerToast(fetcher.data, textOf);
  const { submit, data } = fetcher;
  const [answering, setAnswering] = useState<LineDialog | null>(null);
  const resolve = useCallback(
    (numbers: readonly number[], step: LineStep, clear?: () => void) => {
      // Skips selected rows that the step does not apply to.
      const able = lines.filter((line) => numbers.includes(line.number) && line.steps.includes(step));
      const { label, message, needsNote } = stepWords(step);
      const [first] = able;
      if (!first) return;
      if (step === "record" || step === "exchange" || step === "choose") {
        setAnswering({ line: first, step, before: data });
        return;
      }
      setAnswering(null);
      confirm({
        title: t("ask.title", { step: label, count: able.length }),
        message: able.length === 1 ? `${aboutLine(first, step)} ${message}` : message,
        confirmLabel: label,
        note: { label: t("ask.note"), missing: needsNote ? t("ask.noteMissing") : null },
        onConfirm: (note) => {
          const form = new FormData();
          form.set("intent", "resolve");
          form.set("step", step);
          form.set("note", note);
          for (const line of able) form.append("lines", String(line.number));
          submit(form, { method: "post" });
          clear?.();
        },
      });
    },
    [lines, confirm, submit, data],
  );
  const again = useCallback(() => {
    setAnswering(null);
    submit({ intent: "again" }, { method: "post" });
  }, [submit]);
  const markMatched = useCallback(() => {
    const count = toMark.reduce((sum, one) => sum + one.count, 0);
    const total = toMark.map(({ amount }) => formatMoney(amount)).join(", ");
    confirm({
      title: t("ask.markTitle", { count }),
      message: t("ask.markTotal", { amount: total }),
      confirmLabel: t("ask.markSubmit", { count }),
      onConfirm: () => submit({ intent: "settle-matched" }, { method: "post" }),
    });
  }, [toMark, confirm, submit]);
  const refusal = data?.ok === false ? data : null;
  const isBusy = fetcher.state !== "idle";
  const open = openLineDialog({ answering, data, isBusy, submit, close: () => setAnswering(null) });
  return {
    resolve,
    markMatched,
    again,
    isBusy,
    ...open,
    error: open.isOpen ? null : (refusal?.message ?? null),
  };
}

type LineDialogInput = {
  readonly answering: LineDialog | null;
  readonly data: FormAnswer<{ readonly text: string }> | undefined;
  readonly isBusy: boolean;
  readonly submit: ReturnType<typeof useFetcher>["submit"];
  readonly close: () => void;
};

/** Dialog of a row. It stays open until the step succeeds, with the input and its errors. */
function openLineDialog({ answering, data, isBusy, submit, close }: LineDialogInput) {
  const isAnswered = data !== answering?.before && data?.ok === true;
  if (answering === null || isAnswered) return { isOpen: false, asking: null, choosing: null };
  const { line, step, before } = answering;
  const refusal = data !== before && data?.ok === false ? data : null;
  const shared = { line, refusal, isBusy, onClose: close };
  const post = (fields: Record<string, string>) =>
    submit({ intent: "resolve", step, lines: String(line.number), ...fields }, { method: "post" });
  if (step === "choose") {
    const choosing = { ...shared, onChoose: (payment: string) => post({ payment, note: "" }) };
    return { isOpen: true, asking: null, choosing };
  }
  const asking = { ...shared, step, onAnswer: (given: LineAnswer) => post(given) };
  return { isOpen: true, asking, choosing: null };
}

function textOf({ text }: Extract<FormAnswer<{ readonly text: string }>, { readonly ok: true }>): string {
  return text;
}
