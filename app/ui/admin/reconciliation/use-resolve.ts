import { useFetcher } from "@remix-run/react";
import { useCallback, useState } from "react";
import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { bannerMessage, type FormRefusal } from "../../shared/field-errors.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { stepWords } from "./match-words.ts";

type Step = StatementLineWire["steps"][number];
type Answer = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & FormRefusal);

/** Does one thing about some lines after asking, and has the statement compared again. */
export function useResolve(lines: readonly StatementLineWire[]) {
  const fetcher = useFetcher<Answer>();
  const confirm = useConfirm();
  useAnswerToast(fetcher.data, textOf);
  const { submit } = fetcher;
  const [recorded, setRecorded] = useState<StatementLineWire | null>(null);
  const resolve = useCallback(
    (numbers: readonly number[], step: Step, clear?: () => void) => {
      // What a step is not for is left out of what was selected.
      const able = lines.filter((line) => numbers.includes(line.number) && line.steps.includes(step));
      const { label, message, needsNote } = stepWords[step];
      const count = able.length === 1 ? "1 line" : `${able.length} lines`;
      if (able.length === 0) return;
      if (step === "record") return setRecorded(able[0] ?? null);
      confirm({
        title: `${label}: ${count}?`,
        message,
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
    [lines, confirm, submit],
  );
  const record = useCallback(
    (line: StatementLineWire, { affiliate, note }: { affiliate: string; note: string }) => {
      const number = String(line.number);
      submit({ intent: "resolve", step: "record", lines: number, affiliate, note }, { method: "post" });
      setRecorded(null);
    },
    [submit],
  );
  const again = useCallback(() => submit({ intent: "again" }, { method: "post" }), [submit]);
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const recording = recorded && {
    line: recorded,
    onRecord: (given: { affiliate: string; note: string }) => record(recorded, given),
    onClose: () => setRecorded(null),
  };
  return { resolve, again, recording, error: bannerMessage(refusal, []) };
}

function textOf({ text }: Extract<Answer, { readonly ok: true }>): string {
  return text;
}
