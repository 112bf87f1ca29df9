import { useCallback } from "react";
import type { LinkWire } from "#app/contracts/link.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useConfirm } from "../confirm-modal.tsx";
import { useIntentForm } from "../use-intent-form.ts";

/** Pausing a link, and letting it work again: an action for its page, and what went wrong with it. */
export function useLinkStatus(link: LinkWire) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const isActive = link.status === "active";
  const onDone = useCallback(() => {
    addToast({ message: isActive ? "Link paused" : "Link works again", type: "success" });
  }, [addToast, isActive]);
  const { fetcher, refusal, isBusy } = useIntentForm("status", onDone);
  const post = (status: LinkWire["status"]) =>
    fetcher.submit({ intent: "status", status }, { method: "post" });
  function pause() {
    confirm({
      title: `Pause ${link.name}?`,
      message:
        "Who follows it arrives at the store's front page, and it counts for nobody until it works again.",
      confirmLabel: "Pause",
      onConfirm: () => post("paused"),
    });
  }
  const action = isActive
    ? { content: "Pause", onAction: pause, loading: isBusy }
    : { content: "Resume", onAction: () => post("active"), loading: isBusy };
  return { action, error: refusal?.message ?? null };
}
