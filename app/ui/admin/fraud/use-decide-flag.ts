import { useFetcher } from "@remix-run/react";
import type { FlagWire } from "#app/contracts/flag.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { flagDecisions } from "./flag-words.ts";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true };

/** The decisions that are open about a flag, each asked for first. */
export function useDecideFlag({ id, name, status, about }: FlagWire) {
  const fetcher = useFetcher<Answer>();
  const confirm = useConfirm();
  const open = flagDecisions.filter(
    (one) => status === "open" || (status === "confirmed" && one.status !== status),
  );
  return {
    actions: open.map(({ label, meaning, note, status: asked }) => ({
      content: label,
      disabled: fetcher.state !== "idle",
      onAction: () =>
        confirm({
          title: `${label} “${name}” of ${about.name}?`,
          message: meaning,
          confirmLabel: label,
          note,
          onConfirm: (text) => {
            const action = `/dashboard/affiliates/flags/${id}`;
            fetcher.submit({ status: asked, note: text }, { method: "post", action });
          },
        }),
    })),
    refusal: fetcher.data?.ok === false ? fetcher.data : null,
  };
}
