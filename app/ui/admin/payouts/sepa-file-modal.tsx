import { BlockStack, Modal, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { lastExecutionDay, targetDayAfter, whyNotExecutionDay } from "#app/domain/payouts/target-days.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";

type Props = {
  readonly refusal: FormRefusal | null;
  readonly isBusy: boolean;
  readonly onDownload: (executionDay: string) => void;
  readonly onClose: () => void;
};

/** Asks for the day on which the bank carries out a SEPA file. */
export function SepaFileModal({ refusal, isBusy, onDownload, onClose }: Props) {
  const [today] = useState(todayInFrankfurt);
  const [executionDay, setExecutionDay] = useState(() => targetDayAfter(today));
  const [isTried, setTried] = useState(false);
  const fault = whyNotExecutionDay(executionDay, today);
  const error = (isTried ? fault : null) ?? fieldError(refusal, "executionDay");
  const download = () => {
    setTried(true);
    if (fault === null) onDownload(executionDay);
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
        <BlockStack gap="400">
          <ErrorBanner message={bannerMessage(refusal, ["executionDay"])} answer={refusal} />
          <Text as="p">
            Payments count as sent once you download the file. Mark them as paid once your bank has sent them.
          </Text>
          <TextField
            label="Execution date"
            type="date"
            autoComplete="off"
            value={executionDay}
            onChange={setExecutionDay}
            min={today}
            max={lastExecutionDay(today)}
            helpText="The business day on which your bank sends the payments."
            {...(error !== undefined && { error })}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** Source: the TARGET calendar's days are those of Frankfurt. */
const todayInFrankfurt = () => new Date().toLocaleDateString("en-CA", { timeZone: "Europe/Berlin" });
