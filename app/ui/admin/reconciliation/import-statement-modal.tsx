import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, DropZone, InlineError, Modal, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";
import { formatDate } from "../../shared/format.ts";
import type { FormRefusal } from "../../shared/field-errors.ts";

type Imported = { readonly id: string; readonly at: string };
type Answer = { readonly ok: false; readonly imported?: Imported } & FormRefusal;

const mostBytes = 10_000_000;

type Props = { timeZone: string; onClose: () => void };

/** Step 1 of the import: uploads a file, after which the page of its columns opens. */
export function ImportStatementModal({ timeZone, onClose }: Props) {
  const fetcher = useFetcher<Answer>();
  const [tooLarge, setTooLarge] = useState(false);
  const isBusy = fetcher.state !== "idle";
  const refusal = isBusy || fetcher.data?.ok !== false ? null : fetcher.data;
  const error = tooLarge ? "The file must be at most 10 MB." : refusal?.message;
  function upload([file]: readonly File[]) {
    if (!file) return;
    setTooLarge(file.size > mostBytes);
    if (file.size > mostBytes) return;
    const form = new FormData();
    form.set("file", file);
    fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
  }
  return (
    <Modal open title="Import statement" onClose={onClose}>
      <Modal.Section>
        <BlockStack gap="300">
          {refusal?.imported && !tooLarge ? (
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
            onDrop={(files) => upload(files)}
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
