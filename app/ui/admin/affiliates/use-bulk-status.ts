import { useFetcher } from "@remix-run/react";
import { useCallback, useState } from "react";
import type { AffiliateStatus } from "#app/domain/affiliate.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import type { BulkAction } from "../../shared/list/list-table.tsx";
import { usePageWait } from "../../state/use-page-wait.ts";
import { statusChange } from "./status-change.ts";

export type BulkDone = {
  readonly ok: true;
  readonly status: AffiliateStatus;
  readonly changed: number;
  readonly unchanged: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
};

type Answer = BulkDone | ({ readonly ok: false } & FormRefusal);

const offered = ["active", "suspended", "rejected", "pending"] as const;

/** The status changes of selected rows, and what the last one did. */
export function useBulkStatus() {
  const fetcher = useFetcher<Answer>();
  const { submit, data: answer } = fetcher;
  const confirm = useConfirm();
  const [dismissed, setDismissed] = useState<unknown>(null);
  usePageWait(fetcher.state === "submitting", "Changing affiliates…");

  const actions: BulkAction[] = offered.map((status) => {
    const { label, meaning, destructive } = statusChange(status);
    return {
      content: label,
      onAction: (ids, clear) =>
        confirm({
          title: `${label}: ${countText(ids.length)}?`,
          message: meaning,
          confirmLabel: label,
          destructive,
          onConfirm: () => {
            const form = new FormData();
            form.set("status", status);
            for (const id of ids) form.append("ids", id);
            submit(form, { method: "post" });
            clear();
          },
        }),
    };
  });

  const shown = answer === dismissed ? undefined : answer;
  return {
    actions,
    error: shown?.ok === false ? shown.message : null,
    result: shown?.ok === true ? shown : null,
    dismiss: useCallback(() => setDismissed(answer), [answer]),
  };
}

/** "1 affiliate", "3 affiliates". */
export function countText(count: number): string {
  return `${count} ${count === 1 ? "affiliate" : "affiliates"}`;
}
