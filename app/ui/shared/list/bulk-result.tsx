import { useFetcher } from "@remix-run/react";
import { Banner, List } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { usePageWait } from "../../state/ui-provider.tsx";
import { useConfirm } from "../confirm-modal.tsx";
import type { FormRefusal } from "../error-banner.tsx";
import type { BulkAction } from "./list-selection.tsx";
import { listText as t } from "./list-text.ts";

type Props = { noun: Noun; result: BulkOutcome; onDismiss: () => void };

/** Result of a bulk change: the number of changed rows, and the rows that could not change, with reasons. */
export function BulkResult({ noun, result, onDismiss }: Props) {
  const { changed, unchanged } = result;
  const title =
    changed === 0
      ? t("bulk.none", { item: noun.singular })
      : t("bulk.changed", { items: countText(changed, noun) });
  return (
    <Banner tone={unchanged.length > 0 ? "warning" : "success"} title={title} onDismiss={onDismiss}>
      {unchanged.length > 0 && (
        <>
          <p>{t("bulk.unchanged", { items: countText(unchanged.length, noun) })}</p>
          <List>
            {unchanged.map(({ id, name, reason }) => (
              <List.Item key={id}>
                {name}: {reason}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Banner>
  );
}

export type BulkOutcome = {
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

type BulkAnswer = BulkOutcome | ({ readonly ok: false } & FormRefusal);

/**
 * Bulk changes of selected rows, each after a confirmation, and the last result. `field` is the change's name in the
 * form.
 */
export function useBulkStatus(noun: Noun, offered: readonly BulkStatus[], field = "status") {
  const fetcher = useFetcher<BulkAnswer>();
  const { submit, data: answer } = fetcher;
  const confirm = useConfirm();
  const [dismissed, setDismissed] = useState<unknown>(null);
  usePageWait(fetcher.state === "submitting", t("bulk.wait", { items: noun.plural }));

  const actions: BulkAction[] = offered.map(({ status, label, meaning, destructive, note, fields = {} }) => ({
    content: label,
    onAction: (ids, clear) =>
      confirm({
        title: t("bulk.ask", { action: label, items: countText(ids.length, noun) }),
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
