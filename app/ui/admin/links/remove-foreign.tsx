import { Button } from "@shopify/polaris";
import { useCallback } from "react";
import type { ForeignWire } from "#app/contracts/foreign-referral.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

/** Forgets whose a parameter's value is, after asking. */
export function RemoveForeign({ referral: { parameter, value, affiliate } }: { referral: ForeignWire }) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const text = `${parameter}=${value}`;
  const onDone = useCallback(() => void addToast({ message: `${text} removed` }), [addToast, text]);
  const { fetcher, isBusy } = useIntentForm("remove", onDone);
  function remove() {
    confirm({
      title: `Remove ${text}?`,
      message: `Links that carry it no longer count for ${affiliate.name}. What was earned stays.`,
      confirmLabel: "Remove",
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "remove", parameter, value }, { method: "post" }),
    });
  }
  return (
    <Button
      variant="tertiary"
      tone="critical"
      loading={isBusy}
      onClick={remove}
      accessibilityLabel={`Remove ${text}`}
    >
      Remove
    </Button>
  );
}
