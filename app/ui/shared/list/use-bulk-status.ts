import { useFetcher } from "@remix-run/react";
import { useCallback, useState } from "react";
import { usePageWait } from "../../state/use-page-wait.ts";
import { useConfirm } from "../confirm-modal.tsx";
import type { FormRefusal } from "../field-errors.ts";
import type { BulkAction } from "./list-table.tsx";

export type BulkDone = {
  readonly ok: true;
  readonly status: string;
  readonly changed: number;
  readonly unchanged: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
};

export type BulkStatus = {
  readonly status: string;
  /** Text of the button. */
  readonly label: string;
  /** Its effect, for the confirmation. */
  readonly meaning: string;
  readonly destructive: boolean;
  /** A note to enter with it. */
  readonly note?: { readonly label: string; readonly missing: string | null };
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
};

export type Noun = { readonly singular: string; readonly plural: string };

type Answer = BulkDone | ({ readonly ok: false } & FormRefusal);

/**
 * The status changes of selected rows, each asked for first, and what the last one did; `field` is what the list's form
 * calls the change.
 */
export function useBulkStatus(noun: Noun, offered: readonly BulkStatus[], field = "status") {
  const fetcher = useFetcher<Answer>();
  const { submit, data: answer } = fetcher;
  const confirm = useConfirm();
  const [dismissed, setDismissed] = useState<unknown>(null);
  usePageWait(fetcher.state === "submitting", `Changing ${noun.plural}…`);

  const actions: BulkAction[] = offered.map(({ status, label, meaning, destructive, note, fields = {} }) => ({
    content: label,
    onAction: (ids, clear) =>
      confirm({
        title: `${label}: ${countText(ids.length, noun)}?`,
        message: meaning,
        confirmLabel: label,
        destructive,
        ...(note && { note }),
        onConfirm: (written) => {
          const form = new FormData();
          form.set(field, status);
          if (note) form.set("note", written);
          for (const [name, value] of Object.entries(fields)) form.set(name, value);
          for (const id of ids) form.append("ids", id);
          submit(form, { method: "post" });
          clear();
        },
      }),
  }));

  const shown = answer === dismissed ? undefined : answer;
  return {
    actions,
    refusal: shown?.ok === false ? shown : null,
    result: shown?.ok === true ? shown : null,
    dismiss: useCallback(() => setDismissed(answer), [answer]),
  };
}

/** "1 affiliate", "3 affiliates". */
export function countText(count: number, { singular, plural }: Noun): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
