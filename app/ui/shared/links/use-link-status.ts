import { useCallback } from "react";
import type { LinkWire } from "#app/contracts/link.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useConfirm } from "../confirm-modal.tsx";
import { useIntent } from "../form/use-intent.ts";
import type { LinkTexts } from "./link-texts.ts";

/** Pausing a link, archiving it, and letting it work again: actions for its page, and what went wrong with them. */
export function useLinkStatus(link: LinkWire, texts: LinkTexts["status"]) {
  const { paused, resumed, archived } = texts;
  const done = link.status === "active" ? paused : resumed;
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onStatus = useCallback(() => void addToast({ message: done, type: "success" }), [addToast, done]);
  const onArchived = useCallback(() => void addToast({ message: archived }), [addToast, archived]);
  const status = useIntent("status", onStatus);
  const archive = useIntent("archive", onArchived);
  function pause() {
    confirm({
      title: texts.pauseTitle,
      message: texts.pauseMessage,
      confirmLabel: texts.pause,
      cancelLabel: texts.cancel,
      onConfirm: () => status.fetcher.submit({ intent: "status", status: "paused" }, { method: "post" }),
    });
  }
  function putAway() {
    confirm({
      title: texts.archiveTitle,
      message: texts.archiveMessage,
      confirmLabel: texts.archive,
      cancelLabel: texts.cancel,
      onConfirm: () => archive.fetcher.submit({ intent: "archive" }, { method: "post" }),
    });
  }
  const work = () => status.fetcher.submit({ intent: "status", status: "active" }, { method: "post" });
  const isActive = link.status === "active";
  const change = isActive
    ? { content: texts.pause, onAction: pause, loading: status.isBusy }
    : { content: texts.resume, onAction: work, loading: status.isBusy };
  const remove = { content: texts.archive, onAction: putAway, loading: archive.isBusy };
  return {
    actions: link.status === "archived" ? [change] : [change, remove],
    refusal: status.refusal ?? archive.refusal,
  };
}
