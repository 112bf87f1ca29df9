import { useCallback, useEffect, useRef, useState } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { type AffiliateStatus, canChangeAffiliateStatus } from "#app/domain/affiliate.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";

/**
 * Status changes of an affiliate, and a new invitation. `link` is the new invitation's link if no email server is set
 * up.
 */
export function useStatusActions(affiliate: AffiliateWire, canEmail: boolean) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const before = useRef<AffiliateStatus | null>(null);
  const undo = useRef<(status: AffiliateStatus) => void>(() => undefined);
  const onChanged = useCallback(() => {
    const last = before.current;
    before.current = null;
    const action = last && { content: "Undo", onAction: () => undo.current(last) };
    addToast({ message: "Status changed", ...(action && { action }) });
  }, [addToast]);
  const [link, setLink] = useState<string | null>(null);
  const onSent = useCallback(
    (answer: { readonly link?: string }) => {
      setLink(answer.link ?? null);
      if (answer.link === undefined) {
        addToast({ message: `Invitation sent to ${affiliate.email}`, type: "success" });
      }
    },
    [addToast, affiliate.email],
  );
  const change = useIntent("status", onChanged);
  const resend = useIntent("resend", onSent);
  const submitStatus = (status: AffiliateStatus, reason = "") =>
    change.fetcher.submit({ intent: "status", status, ...(reason && { reason }) }, { method: "post" });
  useEffect(() => {
    undo.current = submitStatus;
  });

  /** Offers undo if the former status is a valid next status. */
  function changeTo(status: AffiliateStatus, reason: string) {
    before.current = canChangeAffiliateStatus(status, affiliate.status) ? affiliate.status : null;
    submitStatus(status, reason);
  }

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
          ...(status === "suspended" && { note: { label: "Reason", missing: null } }),
          onConfirm: (reason) => changeTo(status, reason),
        }),
    };
  });
  const resendQuestion = canEmail
    ? {
        title: `Send the invitation to ${affiliate.email} again?`,
        message: "A new link is sent, and the link of the older mail ends.",
        confirmLabel: "Send again",
      }
    : {
        title: `Create a new invitation link for ${affiliate.name}?`,
        message: "No email server is set up. Copy the link and send it yourself. The older link ends.",
        confirmLabel: "Create link",
      };
  const invitation = {
    content: canEmail ? "Resend invitation" : "Create invitation link",
    destructive: false,
    loading: resend.isBusy,
    onAction: () =>
      confirm({
        ...resendQuestion,
        onConfirm: () => resend.fetcher.submit({ intent: "resend" }, { method: "post" }),
      }),
  };
  return {
    actions: affiliate.status === "invited" ? [invitation, ...actions] : actions,
    refusal: change.refusal ?? resend.refusal,
    link,
  };
}

type StatusWords = {
  /** Text of the button. */
  readonly label: string;
  /** Explanation in the confirmation. */
  readonly meaning: string;
  readonly destructive: boolean;
};

const words: Record<AffiliateStatus, StatusWords> = {
  invited: { label: "Invite", meaning: "", destructive: false },
  pending: {
    label: "Move to pending",
    meaning: "They earn nothing until you approve them.",
    destructive: false,
  },
  active: { label: "Activate", meaning: "New orders through their link and codes earn.", destructive: false },
  suspended: {
    label: "Suspend",
    meaning: "New orders earn nothing and pending commissions wait. What was earned stays.",
    destructive: true,
  },
  rejected: {
    label: "Reject",
    meaning: "They cannot take part. You can re-open this later.",
    destructive: true,
  },
};

/** Texts of the confirmation and the toast for a change to that status. */
export function statusChange(to: AffiliateStatus): StatusWords {
  return words[to];
}
