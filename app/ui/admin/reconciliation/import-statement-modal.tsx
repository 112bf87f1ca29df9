import { Banner, BlockStack, DropZone, InlineError, Modal, Spinner, Text } from "@shopify/polaris";
import { formatDate } from "../../shared/format.ts";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { useFileUpload } from "../../shared/form/use-file-upload.ts";

type Imported = { readonly id: string; readonly at: string };
type Answer = { readonly ok: false; readonly imported?: Imported } & FormRefusal;

type Props = { timeZone: string; onClose: () => void };

/** Step 1 of the import: uploads a file, after which the page of its columns opens. */
export function ImportStatementModal({ timeZone, onClose }: Props) {
  const { upload, isBusy, refusal, error } = useFileUpload<Answer>({
    mostBytes: 10_000_000,
    tooLarge: "The file must be at most 10 MB.",
  });
  return (
    <Modal open title="Import statement" onClose={onClose}>
      <Modal.Section>
        <BlockStack gap="300">
          {refusal?.imported ? (
            <Banner
              tone="info"
              action={{
                content: "Open it",
                url: `/dashboard/affiliates/payouts/reconcile/${refusal.imported.id}`,
              }}
            >
              <p>{`You imported this file on ${formatDate(refusal.imported.at, timeZone)}.`}</p>
            </Banner>
          ) : (
            error !== undefined && <InlineError message={error} fieldID="statement-file" />
          )}
          <DropZone
            id="statement-file"
            label="Statement file"
            allowMultiple={false}
            disabled={isBusy}
            error={error !== undefined}
            onDrop={upload}
          >
            {isBusy ? (
              <div className="drop-zone-busy">
                <Spinner size="small" accessibilityLabel="Reading the file" />
              </div>
            ) : (
              <DropZone.FileUpload
                actionTitle="Choose file"
                actionHint="CSV, camt.052, camt.053, camt.054, OFX or QFX, up to 10 MB"
              />
            )}
          </DropZone>
          <Text as="p" tone="subdued">
            You check how it&apos;s read before anything is imported.
          </Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
