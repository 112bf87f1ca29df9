import { useFetcher } from "@remix-run/react";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import type { BulkAction } from "../../shared/list/list-table.tsx";
import { countText } from "../../shared/list/use-bulk-status.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";

type Answer =
  | { readonly ok: true; readonly changed: number; readonly unchanged: readonly unknown[] }
  | ({ readonly ok: false } & FormRefusal);

const noun = { singular: "affiliate", plural: "affiliates" };

/** Adds tags to the selected affiliates, or removes them. */
export function useBulkTags() {
  const fetcher = useFetcher<Answer>();
  const confirm = useConfirm();
  const { data: answer, submit } = fetcher;
  useAnswerToast(answer, ({ changed }) => `Tags of ${countText(changed, noun)} changed`);

  const actionFor = (change: "add" | "remove"): BulkAction => ({
    content: change === "add" ? "Add tags" : "Remove tags",
    onAction: (ids, clear) => {
      const label = change === "add" ? "Add tags" : "Remove tags";
      confirm({
        title: `${label} ${change === "add" ? "to" : "from"} ${countText(ids.length, noun)}?`,
        message:
          change === "add"
            ? "Separate tags with commas."
            : "Separate tags with commas. Tags that rules ask for end with the notice period.",
        confirmLabel: label,
        note: { label: "Tags", missing: "Enter at least one tag" },
        onConfirm: (tags) => {
          const form = new FormData();
          form.set("change", change);
          form.set("tags", tags);
          for (const id of ids) form.append("ids", id);
          submit(form, { method: "post", action: "/dashboard/affiliates/tags" });
          clear();
        },
      });
    },
  });

  return { actions: [actionFor("add"), actionFor("remove")], refusal: answer?.ok === false ? answer : null };
}
