import {
  Badge,
  Banner,
  BlockStack,
  Button,
  Card,
  FormLayout,
  InlineStack,
  Link,
  List,
  Text,
} from "@shopify/polaris";
import { type ReactNode, useCallback } from "react";
import type { privacyForm } from "#app/contracts/shop.ts";
import type { DataRequestWire } from "#app/contracts/privacy.ts";
import { type RetentionPeriods, retentionSettings } from "#app/domain/shop-settings.ts";
import { dataRequestList } from "#app/contracts/lists/ledger.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { settings } from "#app/i18n/en/admin/settings.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { AddressFault, ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { FileButton, useFileAction } from "../../shared/file-button.tsx";
import { formatCount, formatDate } from "../../shared/format.ts";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { useExportUrl } from "../../shared/list/use-list-params.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

provideTexts({ settings });

type Props = {
  periods: RetentionPeriods;
  warnings: readonly string[];
  requests: readonly DataRequestWire[];
  /** True if the list is filtered. */
  isNarrowed: boolean;
  pagination: PageOfList;
  now: string;
  timeZone: string;
};

/** Settings ▸ Privacy: retention periods, and customers' data requests. */
export function PrivacyPage({ periods, warnings, requests, isNarrowed, ...shown }: Props) {
  const { pagination, now, timeZone } = shown;
  const t = useText("settings");
  const file = useFileAction(useExportUrl(dataRequestList), "Export requests (CSV)");
  return (
    <AppPage title={frameText("pages.privacy")} secondaryActions={requests.length === 0 ? [] : [file]}>
      <BlockStack gap="400">
        <Group title={t("privacy.retention.title")} text={t("privacy.retention.text")}>
          <RetentionForm key={JSON.stringify(periods)} periods={periods} warnings={warnings} />
        </Group>
        <Group title={t("privacy.requests.title")} text={t("privacy.requests.text")}>
          <BlockStack gap="400">
            <AddressFault />
            <Card padding={requests.length === 0 ? "400" : "0"}>
              {requests.length === 0 ? (
                <Text as="p">{isNarrowed ? "There is no such request." : "No customer has asked."}</Text>
              ) : (
                <>
                  <DataRequestTable requests={requests} now={now} timeZone={timeZone} />
                  <ListFooter pagination={pagination} shown={requests.length} />
                </>
              )}
            </Card>
            {isNarrowed && (
              <Text as="p">
                <Link url="/dashboard/settings/privacy">All requests</Link>
              </Text>
            )}
          </BlockStack>
        </Group>
      </BlockStack>
    </AppPage>
  );
}

type GroupProps = { title: string; text: string; children: ReactNode };

function Group({ title, text, children }: GroupProps) {
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingMd">
        {title}
      </Text>
      <Text as="p" tone="subdued">
        {text}
      </Text>
      {children}
    </BlockStack>
  );
}

type DataRequestTableProps = { requests: readonly DataRequestWire[]; now: string; timeZone: string };

/** Customers' data requests with due date, answer and state. */
function DataRequestTable({ requests, now, timeZone }: DataRequestTableProps) {
  const confirm = useConfirm();
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Written down" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntent("hand-over", onDone);
  const ask = ({ id }: DataRequestWire) =>
    confirm({
      title: `Was the answer to request ${id} handed over?`,
      message: "The answer stays here for 30 more days and is then erased.",
      confirmLabel: "Handed over",
      onConfirm: () => fetcher.submit({ intent: "hand-over", id }, { method: "post" }),
    });
  return (
    <>
      <ErrorBanner message={refusal?.message ?? null} answer={refusal} />
      <ScrollBox label="Requests of customers">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Request</th>
              <th scope="col">Due</th>
              <th scope="col" className="amount">
                Orders
              </th>
              <th scope="col">Answer</th>
              <th scope="col">Handed over</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((request) => (
              <tr key={request.id}>
                <th scope="row">
                  {request.id}
                  <Text as="p" tone="subdued">{`Received ${formatDate(request.receivedAt, timeZone)}`}</Text>
                </th>
                <td className="no-break">
                  <DueDate request={request} now={now} timeZone={timeZone} />
                </td>
                <td className="amount">{formatCount(request.orders)}</td>
                <td>{request.hasAnswer ? <AnswerFile id={request.id} /> : "Erased"}</td>
                <td className="no-break">
                  {request.sentAt === null ? (
                    <Button
                      size="slim"
                      disabled={isBusy}
                      accessibilityLabel={`Request ${request.id} was handed over`}
                      onClick={() => ask(request)}
                    >
                      Handed over
                    </Button>
                  ) : (
                    formatDate(request.sentAt, timeZone)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

function DueDate({ request, now, timeZone }: { request: DataRequestWire; now: string; timeZone: string }) {
  const isLate = request.sentAt === null && request.dueAt < now;
  return (
    <InlineStack gap="200">
      {formatDate(request.dueAt, timeZone)}
      {isLate && <Badge tone="critical">Overdue</Badge>}
    </InlineStack>
  );
}

function AnswerFile({ id }: { id: string }) {
  return (
    <FileButton
      size="slim"
      accessibilityLabel={`Download the answer to request ${id}`}
      url={`/dashboard/data-request.json?id=${encodeURIComponent(id)}`}
      content="Download"
    />
  );
}

const periodFields = [
  {
    name: "clickMonths",
    label: "Clicks, in months",
    about:
      "When a link was followed, which page it led to and from where. Clicks that are gone decide no later order; the figures stay.",
  },
  {
    name: "bodyDays",
    label: "Messages from Shopify, in days",
    about:
      "The encrypted texts of webhooks, which name customers. What was read from them stays; one that waits for you can be tried again only while its text is kept.",
  },
  {
    name: "pixelDays",
    label: "Checkouts seen by the web pixel, in days",
    about:
      "Which signed clicks a browser carried at a checkout. They matter until the order has been heard of.",
  },
  {
    name: "traceMonths",
    label: "Hashes of buyers, in months",
    about:
      "By which an affiliate's own order and a leaked code are recognised: of e-mail and postal addresses, and the site that led to the store. The fraud rules look only so far back; who is bound to an affiliate stays bound.",
  },
] as const satisfies readonly { name: keyof RetentionPeriods; label: string; about: string }[];

function textsOf(periods: RetentionPeriods) {
  const { clickMonths, bodyDays, pixelDays, traceMonths } = periods;
  return {
    clickMonths: String(clickMonths),
    bodyDays: String(bodyDays),
    pixelDays: String(pixelDays),
    traceMonths: String(traceMonths),
  } satisfies FieldsOf<typeof privacyForm>;
}

type RetentionFormProps = { periods: RetentionPeriods; warnings: readonly string[] };

/** Retention periods of data that is deleted automatically. */
function RetentionForm({ periods, warnings }: RetentionFormProps) {
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Periods saved" }), [addToast]);
  const { fetcher, answer, isBusy } = useIntent("save", onDone);
  const { id, fields, isDirty, banner, discard, submit } = useAppForm({
    id: "privacy",
    defaultValue: textsOf(periods),
    answer,
  });
  return (
    <Card>
      <fetcher.Form method="post" id={id} noValidate>
        <input type="hidden" name="intent" value="save" />
        <BlockStack gap="400">
          <ErrorBanner {...banner} />
          <Warnings warnings={warnings} />
          <FormLayout>
            {periodFields.map(({ name, label, about }) => (
              <FormTextField
                key={name}
                field={fields[name]}
                label={label}
                type="number"
                min={retentionSettings[name].least}
                max={retentionSettings[name].most}
                helpText={about}
              />
            ))}
          </FormLayout>
        </BlockStack>
        <AppSaveBar isDirty={isDirty} isBusy={isBusy} onSave={submit} onDiscard={discard} />
      </fetcher.Form>
    </Card>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning">
      <List>
        {warnings.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Banner>
  );
}
