import { useFetcher } from "@remix-run/react";
import { BlockStack, Checkbox, FormLayout, Modal, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { payoutStepForm } from "#app/contracts/payout-steps.ts";
import type { PayoutItemWire, PayoutSectionWire } from "#app/contracts/payout.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormAnswer } from "../../shared/field-errors.ts";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatMoney } from "../../shared/format.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { peopleText } from "./payout-words.ts";
import { stepsUrl } from "./use-payout-step.ts";

type Props = {
  readonly section: PayoutSectionWire;
  /** Payments that can be marked; empty where there are more than the page shows. */
  readonly items: readonly PayoutItemWire[];
  /** How many payments can be marked. */
  readonly openCount: number;
  /** Today in the store's time zone, YYYY-MM-DD. */
  readonly today: string;
  readonly onClose: () => void;
};

/** Marks payments as paid: all of them, or those that stay ticked. */
export function MarkAsPaidModal({ section, items, openCount, today, onClose }: Props) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => done.text);
  useEffect(() => {
    if (fetcher.data?.ok === true) onClose();
  }, [fetcher.data, onClose]);
  const { id, fields, values, banner } = useAppForm({
    id: "mark-as-paid",
    defaultValue: { date: today, reference: "" } satisfies FieldsOf<typeof payoutStepForm>,
    answer: fetcher.data,
  });
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter((one) => !unticked.has(one.id));
  const isAll = chosen.length === items.length;
  const count = isAll ? openCount : chosen.length;
  const toggle = (item: string) =>
    setUnticked((before) => {
      const next = new Set(before);
      if (!next.delete(item)) next.add(item);
      return next;
    });
  const mark = () => {
    const about: Record<string, string> = isAll
      ? { intent: "decideAll", batch: section.id }
      : { intent: "decideSome", items: chosen.map((one) => one.id).join(",") };
    fetcher.submit({ ...about, to: "settled", note: "", ...values }, { method: "post", action: stepsUrl });
  };
  return (
    <Modal
      open
      title={`Mark ${peopleText(count)} as paid?`}
      onClose={onClose}
      primaryAction={{
        content: "Mark as paid",
        onAction: mark,
        loading: fetcher.state !== "idle",
        disabled: count === 0,
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <form id={id} onSubmit={(event) => event.preventDefault()}>
          <BlockStack gap="400">
            <ErrorBanner {...banner} />
            <FormLayout>
              <FormLayout.Group>
                <FormTextField field={fields.date} label="Paid on" type="date" max={today} />
                <FormTextField field={fields.reference} label="Reference (optional)" maxLength={200} />
              </FormLayout.Group>
            </FormLayout>
            {items.length > 1 && (
              <BlockStack gap="100">
                <Text as="p" tone="subdued">
                  Untick payments that failed. They stay open.
                </Text>
                {items.map((item) => (
                  <Checkbox
                    key={item.id}
                    label={`${item.affiliate.name}, ${formatMoney(item.amount)}`}
                    checked={!unticked.has(item.id)}
                    onChange={() => toggle(item.id)}
                  />
                ))}
              </BlockStack>
            )}
          </BlockStack>
        </form>
      </Modal.Section>
    </Modal>
  );
}
