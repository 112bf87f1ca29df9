import { useCallback } from "react";
import type { LinkWire } from "#app/contracts/link.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useConfirm } from "../confirm-modal.tsx";
import { useIntentForm } from "../use-intent-form.ts";

const done = { active: "Link paused", paused: "Link works again", archived: "Link works again" };

/** Pausing a link, archiving it, and letting it work again: actions for its page, and what went wrong with them. */
export function useLinkStatus(link: LinkWire) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onStatus = useCallback(
    () => void addToast({ message: done[link.status], type: "success" }),
    [addToast, link.status],
  );
  const onArchived = useCallback(() => void addToast({ message: "Link archived" }), [addToast]);
  const status = useIntentForm("status", onStatus);
  const archive = useIntentForm("archive", onArchived);
  function pause() {
    confirm({
      title: `Pause ${link.name}?`,
      message:
        "Who follows it arrives at the store's front page, and it counts for nobody until it works again.",
      confirmLabel: "Pause",
      onConfirm: () => status.fetcher.submit({ intent: "status", status: "paused" }, { method: "post" }),
    });
  }
  function putAway() {
    confirm({
      title: `Archive ${link.name}?`,
      message:
        "It leaves the lists. Who follows its address still arrives at the store, and it counts for nobody any more. What it brought stays, and it can be taken out again.",
      confirmLabel: "Archive",
      onConfirm: () => archive.fetcher.submit({ intent: "archive" }, { method: "post" }),
    });
  }
  const work = () => status.fetcher.submit({ intent: "status", status: "active" }, { method: "post" });
  const isActive = link.status === "active";
  const change = isActive
    ? { content: "Pause", onAction: pause, loading: status.isBusy }
    : { content: "Resume", onAction: work, loading: status.isBusy };
  const remove = { content: "Archive", onAction: putAway, loading: archive.isBusy };
  return {
    actions: link.status === "archived" ? [change] : [change, remove],
    refusal: status.refusal ?? archive.refusal,
  };
}
