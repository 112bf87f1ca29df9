import { useFetcher } from "@remix-run/react";
import { useCallback, useState } from "react";
import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { bannerMessage, type FormRefusal } from "../../shared/field-errors.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { aboutLine, stepWords } from "./match-words.ts";

type Step = StatementLineWire["steps"][number];
type Answer = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & FormRefusal);

/** A line about which more has to be told than why. */
type Answering = {
  readonly line: StatementLineWire;
  readonly step: "record" | "exchange";
  /** What was answered before it was asked for: nothing about it. */
  readonly before: Answer | undefined;
};
type Given = { affiliate: string; amount: string; note: string };

/** Does one thing about some lines after asking, and has the statement compared again. */
export function useResolve(lines: readonly StatementLineWire[]) {
  const fetcher = useFetcher<Answer>();
  const confirm = useConfirm();
  useAnswerToast(fetcher.data, textOf);
  const { submit, data } = fetcher;
  const [answering, setAnswering] = useState<Answering | null>(null);
  const resolve = useCallback(
    (numbers: readonly number[], step: Step, clear?: () => void) => {
      // What a step is not for is left out of what was selected.
      const able = lines.filter((line) => numbers.includes(line.number) && line.steps.includes(step));
      const { label, message, needsNote } = stepWords[step];
      const count = able.length === 1 ? "1 line" : `${able.length} lines`;
      const [first] = able;
      if (!first) return;
      if (step === "record" || step === "exchange") {
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
  const refusal = data?.ok === false ? data : null;
  // It stays open until it is done, with what was typed and what is wrong of it.
  const isAnswered = data !== answering?.before && data?.ok === true;
  const asking = answering !== null &&
    !isAnswered && {
      line: answering.line,
      step: answering.step,
      refusal: data === answering.before ? null : refusal,
      isBusy: fetcher.state !== "idle",
      onAnswer: (given: Given) => {
        const { line, step } = answering;
        submit({ intent: "resolve", step, lines: String(line.number), ...given }, { method: "post" });
      },
      onClose: () => setAnswering(null),
    };
  return { resolve, again, asking, error: asking ? null : bannerMessage(refusal, []) };
}

function textOf({ text }: Extract<Answer, { readonly ok: true }>): string {
  return text;
}
