import { useCallback, useEffect, useRef, useState } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { type AffiliateStatus, canChangeAffiliateStatus } from "#app/domain/affiliate.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";

/** Questions before a change, and if it takes something away. */
const questions = {
  pending: { title: "status.pendingTitle", message: "status.pendingMessage", isLoss: false },
  active: { title: "status.activeTitle", message: "status.activeMessage", isLoss: false },
  suspended: { title: "status.suspendTitle", message: "status.suspendMessage", isLoss: true },
  rejected: { title: "status.declineTitle", message: "status.declineMessage", isLoss: true },
} as const;

const labels = {
  pending: "page.reopen",
  active: "page.reactivate",
  suspended: "page.suspend",
  rejected: "page.decline",
} as const;

export type NextStatus = keyof typeof questions;

/**
 * Status changes of an affiliate, and a new invitation. `link` is the new invitation's link if no email server is set
 * up.
 */
export function useStatusActions(affiliate: AffiliateWire, canEmail: boolean) {
  const t = useText("affiliates");
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const { name } = affiliate;
  const before = useRef<AffiliateStatus | null>(null);
  const undo = useRef<(status: AffiliateStatus) => void>(() => undefined);
  const onChanged = useCallback(() => {
    const last = before.current;
    before.current = null;
    const action = last && { content: t("status.undo"), onAction: () => undo.current(last) };
    addToast({ message: t("status.changed"), ...(action && { action }) });
  }, [addToast, t]);
  const [link, setLink] = useState<string | null>(null);
  const onSent = useCallback(
    (answer: { readonly link?: string }) => {
      setLink(answer.link ?? null);
      if (answer.link === undefined) addToast({ message: t("invite.sent"), type: "success" });
    },
    [addToast, t],
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

  const labelOf = (status: NextStatus) =>
    affiliate.status === "pending" && status === "active" ? t("page.approve") : t(labels[status]);

  function ask(status: NextStatus) {
    const { title, message, isLoss } = questions[status];
    confirm({
      title: t(title, { name }),
      message: t(message),
      confirmLabel: labelOf(status),
      destructive: isLoss,
      ...(status === "suspended" && { note: { label: t("status.reason"), missing: null } }),
      onConfirm: (reason) => changeTo(status, reason),
    });
  }

  function inviteAgain() {
    confirm({
      title: canEmail ? t("status.inviteTitle", { name }) : t("status.linkTitle", { name }),
      message: canEmail ? t("status.inviteMessage") : t("status.linkMessage"),
      confirmLabel: canEmail ? t("strip.inviteAgain") : t("invite.createLink"),
      onConfirm: () => resend.fetcher.submit({ intent: "resend" }, { method: "post" }),
    });
  }

  return {
    ask,
    inviteAgain,
    /** Status changes for the page's menu. */
    actions: affiliate.nextStatuses.filter(isNext).map((status) => ({
      content: labelOf(status),
      destructive: questions[status].isLoss,
      loading: change.isBusy,
      onAction: () => ask(status),
    })),
    isBusy: change.isBusy || resend.isBusy,
    refusal: change.refusal ?? resend.refusal,
    link,
  };
}

function isNext(status: AffiliateStatus): status is NextStatus {
  return status in questions;
}
