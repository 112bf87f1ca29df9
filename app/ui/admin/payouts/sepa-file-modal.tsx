import { BlockStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import { lastExecutionDay, targetDayAfter, whyNotExecutionDay } from "#app/domain/payouts/sepa.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";

type Props = {
  readonly refusal: FormRefusal | null;
  readonly isBusy: boolean;
  readonly onDownload: (executionDay: string) => void;
  readonly onClose: () => void;
};

/** Asks for the day on which the bank carries out a SEPA file. */
export function SepaFileModal({ refusal, isBusy, onDownload, onClose }: Props) {
  const [today] = useState(todayInFrankfurt);
  const { id, fields, values, banner } = useAppForm({
    id: "sepa-file",
    defaultValue: { executionDay: targetDayAfter(today) },
    answer: refusal,
  });
  const [isTried, setTried] = useState(false);
  const fault = whyNotExecutionDay(values.executionDay, today);
  const download = () => {
    setTried(true);
    if (fault === null) onDownload(values.executionDay);
  };
  return (
    <Modal
      open
      title="Download SEPA file"
      onClose={onClose}
      primaryAction={{ content: "Download file", loading: isBusy, onAction: download }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <form id={id} onSubmit={(event) => event.preventDefault()}>
          <BlockStack gap="400">
            <ErrorBanner {...banner} />
            <Text as="p">
              Payments count as sent once you download the file. Mark them as paid once your bank has sent
              them.
            </Text>
            <FormTextField
              field={fields.executionDay}
              label="Execution date"
              type="date"
              min={today}
              max={lastExecutionDay(today)}
              helpText="The business day on which your bank sends the payments."
              {...(isTried && fault !== null && { error: fault })}
            />
          </BlockStack>
        </form>
      </Modal.Section>
    </Modal>
  );
}

/** Source: the TARGET calendar's days are those of Frankfurt. */
const todayInFrankfurt = () => new Date().toLocaleDateString("en-CA", { timeZone: "Europe/Berlin" });
