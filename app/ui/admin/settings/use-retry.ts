import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Confirmation } from "../../shared/confirm-modal.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { deliveryText as t } from "./delivery-text.ts";

type RetryAnswer =
  | { readonly ok: true; readonly retried: number }
  | { readonly ok: true; readonly dismissed: number }
  | { readonly ok: false; readonly message: string };

const action = "/dashboard/settings/health/deliveries";

/** Posts a retry or a dismissal and shows a toast. After a retry, goes to `after` if given. */
export function useRetry(after?: string) {
  const fetcher = useFetcher<RetryAnswer>();
  const { addToast } = useUiActions();
  const navigate = useNavigate();
  const told = useRef<RetryAnswer | null>(null);
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer || told.current === answer) return;
    told.current = answer;
    if (!answer.ok) {
      addToast({ message: answer.message, type: "error" });
      return;
    }
    addToast({
      message: "dismissed" in answer ? t("list.dismissed") : t("list.retried", { count: answer.retried }),
    });
    if (after && "retried" in answer) navigate(after);
  }, [answer, addToast, navigate, after]);
  function retry(fields: Record<string, string>) {
    fetcher.submit(fields, { method: "post", action });
  }
  return { retry, isBusy: fetcher.state !== "idle" };
}

/** Confirmation before a delivery is dismissed. */
export function dismissal(onConfirm: () => void): Confirmation {
  return {
    title: t("list.askDismiss"),
    message: t("list.askDismissText"),
    confirmLabel: t("list.dismiss"),
    destructive: true,
    onConfirm,
  };
}
