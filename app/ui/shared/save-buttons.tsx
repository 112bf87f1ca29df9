import { Button, InlineStack } from "@shopify/polaris";
import { commonText as t } from "./common-text.ts";

type Props = {
  isDirty: boolean;
  isBusy: boolean;
  onDiscard: () => void;
  submitLabel?: string;
  discardLabel?: string;
};

/** Buttons of a form that edits something. */
export function SaveButtons({
  isDirty,
  isBusy,
  onDiscard,
  submitLabel = t("save"),
  discardLabel = t("discard"),
}: Props) {
  return (
    <InlineStack align="end" gap="200">
      <Button disabled={!isDirty || isBusy} onClick={onDiscard}>
        {discardLabel}
      </Button>
      <Button submit variant="primary" loading={isBusy}>
        {submitLabel}
      </Button>
    </InlineStack>
  );
}
