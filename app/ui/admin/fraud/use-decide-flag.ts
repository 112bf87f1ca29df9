import { useFetcher } from "@remix-run/react";
import type { FlagWire } from "#app/contracts/flag.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormAnswer } from "../../shared/field-errors.ts";
import { formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { flagDecisions } from "./flag-words.ts";

/** A commission that confirming a flag can deny. */
export type DeniableCommission = {
  readonly amount: MoneyOnWire;
  /** The amount that the affiliate would owe then, because it was paid; null where none. */
  readonly wouldOwe: MoneyOnWire | null;
};

/** The decisions that are open about a flag, each asked for first. */
export function useDecideFlag(flag: FlagWire, deniable: DeniableCommission | null) {
  const { id, name, status, about } = flag;
  const fetcher = useFetcher<FormAnswer>();
  const confirm = useConfirm();
  const post = (fields: Record<string, string>) => {
    fetcher.submit(fields, { method: "post", action: `/dashboard/affiliates/flags/${id}` });
  };
  const open = flagDecisions.filter((one) => {
    if ("fields" in one) return status === "open" && deniable !== null;
    return status === "open" || (status === "confirmed" && one.status !== status);
  });
  return {
    actions: open.map((one) => {
      const { label, meaning, destructive, status: asked } = one;
      const denies = "fields" in one && deniable;
      return {
        content: label,
        destructive,
        disabled: fetcher.state !== "idle",
        onAction: () =>
          confirm({
            title: denies ? `Deny ${formatMoney(deniable.amount)}?` : `${label} “${name}” of ${about.name}?`,
            message: denies ? `${meaning}${owedText(deniable)}` : meaning,
            confirmLabel: label,
            destructive,
            note: denies ? { ...one.note, initial: name } : one.note,
            onConfirm: (note) => post({ status: asked, note, ...("fields" in one && one.fields) }),
          }),
      };
    }),
    refusal: fetcher.data?.ok === false ? fetcher.data : null,
  };
}

function owedText({ wouldOwe }: DeniableCommission): string {
  if (wouldOwe === null) return "";
  return ` It was already paid. ${formatMoney(wouldOwe)} is deducted from the next payout.`;
}
