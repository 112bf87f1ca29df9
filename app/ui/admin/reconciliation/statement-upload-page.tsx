import { useFetcher, useNavigation } from "@remix-run/react";
import { BlockStack, Box, Card, Checkbox, Page, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { formatCount, formatDay } from "../../shared/format.ts";
import { ColumnUses } from "./column-uses.tsx";
import { ReadPreview } from "./read-preview.tsx";
import { AccountSetting, ReadingSettings } from "./reading-settings.tsx";
import { UnclearWords } from "./unclear-words.tsx";
import { useReadingAddress } from "./use-reading-address.ts";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true };

/** Step 2 of the import: how the file is read, to be corrected and confirmed. */
export function StatementUploadPage({ upload }: { upload: StatementDraftWire }) {
  const fetcher = useFetcher<Answer>();
  const change = useReadingAddress();
  const source = upload.rememberedFrom ?? upload.layout ?? "";
  const [isOn, setOn] = useState(true);
  const [name, setName] = useState(source);
  const isReading = useNavigation().state === "loading";
  const isBusy = fetcher.state !== "idle";
  const refusal = !isBusy && fetcher.data?.ok === false ? fetcher.data : null;
  const isOpen = upload.questions.some(({ blocks }) => blocks);
  const post = (fields: Record<string, string>) => fetcher.submit(fields, { method: "post" });
  const rememberAs = isOn && upload.reading ? name.trim() : "";
  return (
    <Page
      title={upload.fileName}
      backAction={{ content: "Reconciliation", url: "/dashboard/affiliates/payouts/reconcile" }}
      primaryAction={{
        content: "Confirm reading",
        loading: isBusy,
        disabled: isOpen || isReading,
        onAction: () => post({ intent: "confirm", rememberAs }),
      }}
      secondaryActions={[
        { content: "Discard", disabled: isBusy, onAction: () => post({ intent: "discard" }) },
      ]}
    >
      <div className={isReading ? "is-reading-again" : ""} aria-busy={isReading}>
        <BlockStack gap="400">
          <ErrorBanner message={refusal?.message} answer={refusal} title="This file wasn't imported" />
          <Box paddingInline={{ xs: "400", sm: "0" }}>
            <Text as="p">{summaryOf(upload)}</Text>
          </Box>
          {!upload.reading && <AccountSetting upload={upload} change={change} />}
          {upload.reading && (
            <Card>
              <BlockStack gap="400">
                <ReadingSettings upload={upload} reading={upload.reading} change={change} />
                <ColumnUses upload={upload} change={change} />
                <UnclearWords upload={upload} change={change} />
              </BlockStack>
            </Card>
          )}
          <Card>
            <ReadPreview upload={upload} />
          </Card>
          {upload.reading && (
            <Card>
              <Remember source={source} remember={{ isOn, name }} onToggle={setOn} onName={setName} />
            </Card>
          )}
        </BlockStack>
      </div>
    </Page>
  );
}

type RememberProps = {
  source: string;
  remember: { isOn: boolean; name: string };
  onToggle: (isOn: boolean) => void;
  onName: (name: string) => void;
};

function Remember({ source, remember: { isOn, name }, onToggle, onName }: RememberProps) {
  return (
    <BlockStack gap="200">
      <Checkbox
        label={source === "" ? "Remember this layout" : `Remember this layout for ${source}`}
        checked={isOn}
        onChange={onToggle}
      />
      {isOn && source === "" && (
        <TextField
          label="Bank or provider"
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={onName}
          placeholder="ING"
        />
      )}
    </BlockStack>
  );
}

function summaryOf({ rows, reading, first, last }: StatementDraftWire): string {
  const count = rows === 1 ? "1 row" : `${formatCount(rows)} rows`;
  const days = first === null || last === null ? "" : `, ${formatDay(first)} to ${formatDay(last)}`;
  if (!reading) return `We read ${count}${days}.`;
  return `We read ${count} from line ${reading.headerLine + 1}${days}. Check the columns.`;
}
