import { useCallback } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { statusChange } from "./status-change.ts";
import { useAffiliateForm } from "./use-affiliate-form.ts";

/** What can be done with an affiliate as a whole: the statuses that can follow, and the invitation once more. */
export function useStatusActions(affiliate: AffiliateWire) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onChanged = useCallback(
    () => void addToast({ message: "Status changed", type: "success" }),
    [addToast],
  );
  const onSent = useCallback(
    () => void addToast({ message: `Invitation sent to ${affiliate.email}`, type: "success" }),
    [addToast, affiliate.email],
  );
  const change = useAffiliateForm(onChanged);
  const resend = useAffiliateForm(onSent);

  const actions = affiliate.nextStatuses.map((status) => {
    const { label, meaning, destructive } = statusChange(status);
    return {
      content: label,
      destructive,
      loading: change.isBusy,
      onAction: () =>
        confirm({
          title: `${label}: ${affiliate.name}?`,
          message: meaning,
          confirmLabel: label,
          destructive,
          onConfirm: () => change.fetcher.submit({ intent: "status", status }, { method: "post" }),
        }),
    };
  });
  const invitation = {
    content: "Resend invitation",
    destructive: false,
    loading: resend.isBusy,
    onAction: () =>
      confirm({
        title: `Send the invitation to ${affiliate.email} again?`,
        message: "A new link is sent, and the link of the older mail ends.",
        confirmLabel: "Send again",
        onConfirm: () => resend.fetcher.submit({ intent: "resend" }, { method: "post" }),
      }),
  };
  return {
    actions: affiliate.status === "invited" ? [invitation, ...actions] : actions,
    error: change.refusal?.message ?? resend.refusal?.message ?? null,
  };
}
