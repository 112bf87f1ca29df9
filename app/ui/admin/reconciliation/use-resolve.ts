import { useFetcher } from "@remix-run/react";
import { useCallback, useState } from "react";
import type { ProviderStatementWire } from "#app/contracts/provider-statement.ts";
import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormAnswer } from "../../shared/field-errors.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { aboutLine, stepWords } from "./match-words.ts";

type Step = StatementLineWire["steps"][number];

/** A line about which more has to be told than why. */
type Answering = {
  readonly line: StatementLineWire;
  readonly step: "record" | "exchange" | "choose";
  /** The last answer before the dialog opened, so it is not about this row. */
  readonly before: FormAnswer<{ readonly text: string }> | undefined;
};
type Given = { affiliate: string; amount: string; note: string };

/** Does one thing about some lines after asking, and has the statement compared again. */
export function useResolve(
  lines: readonly StatementLineWire[],
  { toMark }: Pick<ProviderStatementWire, "toMark">,
) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  const confirm = useConfirm();
  useAnswerToast(fetcher.data, textOf);
  const { submit, data } = fetcher;
  const [answering, setAnswering] = useState<Answering | null>(null);
  const resolve = useCallback(
    (numbers: readonly number[], step: Step, clear?: () => void) => {
      // Skips selected rows that the step does not apply to.
      const able = lines.filter((line) => numbers.includes(line.number) && line.steps.includes(step));
      const { label, message, needsNote } = stepWords[step];
      const count = able.length === 1 ? "1 row" : `${able.length} rows`;
      const [first] = able;
      if (!first) return;
      if (step === "record" || step === "exchange" || step === "choose") {
        setAnswering({ line: first, step, before: data });
        return;
      }
      setAnswering(null);
      confirm({
        title: `${label}: ${count}?`,
        message: able.length === 1 ? `${aboutLine(first, step)} ${message}` : message,
        confirmLabel: label,
        note: { label: "Note", missing: needsNote ? "Write why" : null },
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
    const payments = count === 1 ? "1 payment" : `${formatCount(count)} payments`;
    confirm({
      title: `Mark ${payments} as paid?`,
      message: `Total ${total}.`,
      confirmLabel: `Mark ${formatCount(count)} as paid`,
      onConfirm: () => submit({ intent: "settle-matched" }, { method: "post" }),
    });
  }, [toMark, confirm, submit]);
  const refusal = data?.ok === false ? data : null;
  const isBusy = fetcher.state !== "idle";
  const open = openAnswering({ answering, data, isBusy, submit, close: () => setAnswering(null) });
  return {
    resolve,
    markMatched,
    again,
    isBusy,
    ...open,
    error: open.isOpen ? null : (refusal?.message ?? null),
  };
}

type OpenAnswering = {
  readonly answering: Answering | null;
  readonly data: FormAnswer<{ readonly text: string }> | undefined;
  readonly isBusy: boolean;
  readonly submit: ReturnType<typeof useFetcher>["submit"];
  readonly close: () => void;
};

/** The dialog about a row. It stays open until it is done, with what was typed and what is wrong of it. */
function openAnswering({ answering, data, isBusy, submit, close }: OpenAnswering) {
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
  const asking = { ...shared, step, onAnswer: (given: Given) => post(given) };
  return { isOpen: true, asking, choosing: null };
}

function textOf({ text }: Extract<FormAnswer<{ readonly text: string }>, { readonly ok: true }>): string {
  return text;
}
