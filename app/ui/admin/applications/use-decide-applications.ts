import { useFetcher } from "@remix-run/react";
import { useCallback, useState } from "react";
import type { ApplicationWire } from "#app/contracts/application.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import type { BulkDone } from "../../shared/list/use-bulk-status.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { countOf, reapplyText } from "./application-words.ts";

type Answer = BulkDone | ({ readonly ok: false } & FormRefusal);
export type Decision = "approve" | "decline";

/** Approves or declines applications after a question; the message goes out with the decision's email. */
export function useDecideApplications(
  applications: readonly ApplicationWire[],
  reapplyDays: Readonly<Record<string, number>>,
) {
  const fetcher = useFetcher<Answer>();
  const confirm = useConfirm();
  const [dismissed, setDismissed] = useState<unknown>(null);
  const { data: answer, submit } = fetcher;
  const shown = answer === dismissed ? undefined : answer;
  useAnswerToast(answer, doneText);

  function ask(decision: Decision, ids: readonly string[], onDecided: () => void): void {
    const isApproval = decision === "approve";
    const chosen = applications.filter(({ id }) => ids.includes(id));
    const days = chosen.map(({ program }) => reapplyDays[program.id] ?? 0);
    confirm({
      title: `${isApproval ? "Approve" : "Decline"} ${countOf(ids.length)}?`,
      message: isApproval ? "They get an email with their link." : reapplyText(days),
      confirmLabel: `${isApproval ? "Approve" : "Decline"} ${ids.length}`,
      destructive: !isApproval,
      note: { label: isApproval ? "Message (optional)" : "Reason (sent)", missing: null },
      onConfirm: (message) => {
        const form = new FormData();
        form.set("intent", "decide");
        form.set("decision", decision);
        form.set("message", message);
        for (const id of ids) form.append("ids", id);
        submit(form, { method: "post" });
        onDecided();
      },
    });
  }

  return {
    ask,
    isBusy: fetcher.state !== "idle",
    refusal: shown?.ok === false ? shown : null,
    /** Only where some could not be decided: the toast says the rest. */
    result: shown?.ok === true && shown.unchanged.length > 0 ? shown : null,
    dismiss: useCallback(() => setDismissed(answer), [answer]),
  };
}

function doneText({ changed, status }: BulkDone): string {
  return `${countOf(changed)} ${status}`;
}
