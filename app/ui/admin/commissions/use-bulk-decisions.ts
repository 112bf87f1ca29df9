import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { CommissionEntryWire } from "#app/contracts/commission.ts";
import type { CommissionState } from "#app/domain/commission-state.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormRefusal } from "../../shared/error-banner.tsx";
import type { BulkOutcome } from "../../shared/list/bulk-result.tsx";
import type { BulkAction } from "../../shared/list/list-selection.tsx";
import { usePageWait, useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";

const bulkDecisions = ["approved", "held", "unheld", "denied"] as const;
export type BulkDecision = (typeof bulkDecisions)[number];

const offered: Record<CommissionState, readonly BulkDecision[]> = {
  to_approve: ["approved", "held", "denied"],
  pending: ["approved", "held", "denied"],
  approved: ["held", "denied"],
  on_hold: ["unheld", "denied"],
  in_payout: [],
  paid: [],
  denied: [],
  reversed: [],
};

function canDecide(entry: CommissionEntryWire, kind: BulkDecision): boolean {
  return entry.kind !== "deduction" && offered[entry.status].includes(kind) && entry.open.includes(kind);
}

type BulkAnswer = BulkOutcome | ({ readonly ok: false } & FormRefusal);

/** Decisions about selected commissions, for those that they apply to, after a confirmation. */
export function useBulkDecisions(entries: readonly CommissionEntryWire[]) {
  const t = useText("commissions");
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const { submit, data: answer, state } = useFetcher<BulkAnswer>();
  const asked = useRef<BulkDecision>("approved");
  usePageWait(state === "submitting", t("list.deciding"));
  const told = useRef<unknown>(null);
  useEffect(() => {
    if (!answer?.ok || told.current === answer) return;
    told.current = answer;
    if (answer.changed === 0) return;
    addToast({ message: t(`bulk.done.${asked.current}`, { count: answer.changed }), type: "success" });
  }, [addToast, answer, t]);

  const actionOf = (kind: BulkDecision): BulkAction => ({
    content: t(`decisions.label.${kind}`),
    onAction: (selected, clear) => {
      const ids = entries
        .filter((one) => selected.includes(one.id) && canDecide(one, kind))
        .map(({ id }) => id);
      const count = ids.length;
      const about = t(`decisions.about.${kind}`);
      const some = t(`bulk.some.${kind}`, { count, selected: selected.length });
      if (count === 0) {
        addToast({ message: some, type: "error" });
        return;
      }
      confirm({
        title: t(`bulk.title.${kind}`, { count }),
        message: count === selected.length ? about : `${some} ${about}`,
        confirmLabel: t(`bulk.submit.${kind}`, { count }),
        destructive: kind === "denied",
        note:
          kind === "denied"
            ? { label: t("decisions.reason"), missing: t("decisions.reasonMissing") }
            : { label: t("decisions.note"), missing: null },
        onConfirm: (note) => {
          asked.current = kind;
          const form = new FormData();
          form.set("kind", kind);
          form.set("note", note);
          for (const id of ids) form.append("ids", id);
          submit(form, { method: "post" });
          clear();
        },
      });
    },
  });

  return {
    actions: bulkDecisions.filter((kind) => entries.some((one) => canDecide(one, kind))).map(actionOf),
    refusal: answer?.ok === false ? answer : null,
    unchanged: answer?.ok === true ? answer.unchanged : [],
  };
}
