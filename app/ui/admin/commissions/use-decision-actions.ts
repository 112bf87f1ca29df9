import { useCallback } from "react";
import type { CommissionDetailWire } from "#app/contracts/commission.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { commissionName } from "./commission-name.ts";
import { decisionWords } from "./decision-words.ts";

/** The decisions that are open for a commission, each asked for first; `warning` is said before it goes back to zero. */
export function useDecisionActions(commission: CommissionDetailWire, warning: string | null) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: "Decision saved", type: "success" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("decide", onDone);
  const actions = commission.open.map((kind) => {
    const { label, meaning, destructive, note } = decisionWords(kind);
    return {
      content: label,
      destructive,
      loading: isBusy,
      onAction: () =>
        confirm({
          title: `${label}: ${commissionName(commission)}?`,
          message: kind === "denied" && warning ? `${meaning} ${warning}` : meaning,
          confirmLabel: label,
          destructive,
          note,
          onConfirm: (text) => fetcher.submit({ intent: "decide", kind, note: text }, { method: "post" }),
        }),
    };
  });
  return { actions, refusal };
}
