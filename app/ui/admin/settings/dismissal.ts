import type { Confirmation } from "../../shared/confirm-modal.tsx";

/** Confirmation before a delivery is dismissed. */
export function dismissal(onConfirm: () => void): Confirmation {
  return {
    title: "Dismiss this delivery?",
    message:
      "Nothing is made of it, and it waits for nobody any more. Your name and the time are kept. An order that it " +
      "told of may still be found by a look for missed orders.",
    confirmLabel: "Dismiss",
    destructive: true,
    onConfirm,
  };
}
