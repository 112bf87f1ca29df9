import {
  Badge,
  Banner,
  BlockStack,
  Button,
  FormLayout,
  InlineStack,
  Link,
  List,
  Text,
} from "@shopify/polaris";
import { type ReactNode, useCallback } from "react";
import type { privacyForm } from "#app/contracts/shop.ts";
import type { DataRequestWire } from "#app/contracts/privacy.ts";
import {
  type RetentionPeriods,
  retentionNames,
  retentionSettings,
  type RetentionWarning,
} from "#app/domain/shop-settings.ts";
import { dataRequestList } from "#app/contracts/lists/ledger.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { settings } from "#app/i18n/en/admin/settings.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { AddressFault, ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { FileButton, useFileAction } from "../../shared/file-button.tsx";
import { formatCount, formatDate, formatListDate } from "../../shared/format.ts";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { useExportUrl } from "../../shared/list/use-list-params.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

provideTexts({ settings });

type Props = {
  periods: RetentionPeriods;
  warnings: readonly RetentionWarning[];
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
  const file = useFileAction(useExportUrl(dataRequestList), t("privacy.export"));
  return (
    <AppPage title={frameText("pages.privacy")} secondaryActions={requests.length === 0 ? [] : [file]}>
      <BlockStack gap="400">
        <Group title={t("privacy.retention.title")} text={t("privacy.retention.text")}>
          <RetentionForm key={JSON.stringify(periods)} periods={periods} warnings={warnings} />
        </Group>
        <Group title={t("privacy.requests.title")} text={t("privacy.requests.text")}>
          <AddressFault />
          {requests.length === 0 ? (
            <Text as="p">{t(isNarrowed ? "privacy.requests.noMatch" : "privacy.requests.none")}</Text>
          ) : (
            <div>
              <DataRequestTable requests={requests} now={now} timeZone={timeZone} />
              <ListFooter pagination={pagination} shown={requests.length} />
            </div>
          )}
          {isNarrowed && (
            <Text as="p">
              <Link url="/dashboard/settings/privacy">{t("privacy.requests.all")}</Link>
            </Text>
          )}
        </Group>
      </BlockStack>
    </AppPage>
  );
}

type GroupProps = { title: string; text: string; children: ReactNode };

function Group({ title, text, children }: GroupProps) {
  return (
    <Section title={title}>
      <Text as="p" tone="subdued">
        {text}
      </Text>
      {children}
    </Section>
  );
}

type DataRequestTableProps = { requests: readonly DataRequestWire[]; now: string; timeZone: string };

/** Customers' data requests with due date, answer and state. */
function DataRequestTable({ requests, now, timeZone }: DataRequestTableProps) {
  const t = useText("settings");
  const confirm = useConfirm();
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("privacy.requests.marked") }), [addToast, t]);
  const { fetcher, refusal, isBusy } = useIntent("hand-over", onDone);
  const ask = ({ id }: DataRequestWire) =>
    confirm({
      title: t("privacy.requests.ask", { id }),
      message: t("privacy.requests.askText"),
      confirmLabel: t("privacy.requests.mark"),
      onConfirm: () => fetcher.submit({ intent: "hand-over", id }, { method: "post" }),
    });
  return (
    <>
      <ErrorBanner message={refusal?.message ?? null} answer={refusal} />
      <ScrollBox label={t("privacy.requests.table")}>
        <table className="plain-table stacked-table">
          <thead>
            <tr>
              <th scope="col">{t("privacy.requests.request")}</th>
              <th scope="col">{t("privacy.requests.due")}</th>
              <th scope="col" className="amount">
                {t("privacy.requests.orders")}
              </th>
              <th scope="col">{t("privacy.requests.file")}</th>
              <th scope="col">{t("privacy.requests.sent")}</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((request) => (
              <tr key={request.id}>
                <th scope="row">
                  {t("privacy.requests.received", { date: formatListDate(request.receivedAt, timeZone) })}
                  <Text as="p" tone="subdued">
                    {t("privacy.requests.number", { id: request.id })}
                  </Text>
                </th>
                <td className="no-break" data-label={t("privacy.requests.due")}>
                  <DueDate request={request} now={now} timeZone={timeZone} />
                </td>
                <td className="amount" data-label={t("privacy.requests.orders")}>
                  {formatCount(request.orders)}
                </td>
                <td data-label={t("privacy.requests.file")}>
                  {request.hasAnswer ? <AnswerFile id={request.id} /> : t("privacy.requests.erased")}
                </td>
                <td className="no-break" data-label={t("privacy.requests.sent")}>
                  {request.sentAt === null ? (
                    <Button
                      size="slim"
                      disabled={isBusy}
                      accessibilityLabel={t("privacy.requests.markLabel", { id: request.id })}
                      onClick={() => ask(request)}
                    >
                      {t("privacy.requests.mark")}
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
  const t = useText("settings");
  const isLate = request.sentAt === null && request.dueAt < now;
  return (
    <InlineStack gap="200">
      {formatDate(request.dueAt, timeZone)}
      {isLate && <Badge tone="critical">{t("privacy.requests.overdue")}</Badge>}
    </InlineStack>
  );
}

function AnswerFile({ id }: { id: string }) {
  const t = useText("settings");
  return (
    <FileButton
      size="slim"
      accessibilityLabel={t("privacy.requests.downloadLabel", { id })}
      url={`/dashboard/data-request.json?id=${encodeURIComponent(id)}`}
      content={t("privacy.requests.download")}
    />
  );
}

function textsOf(periods: RetentionPeriods) {
  const { clickMonths, bodyDays, pixelDays, traceMonths } = periods;
  return {
    clickMonths: String(clickMonths),
    bodyDays: String(bodyDays),
    pixelDays: String(pixelDays),
    traceMonths: String(traceMonths),
  } satisfies FieldsOf<typeof privacyForm>;
}

type RetentionFormProps = { periods: RetentionPeriods; warnings: readonly RetentionWarning[] };

/** Retention periods of data that is deleted automatically. */
function RetentionForm({ periods, warnings }: RetentionFormProps) {
  const t = useText("settings");
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("privacy.retention.saved") }), [addToast, t]);
  const { fetcher, answer, isBusy } = useIntent("save", onDone);
  const { id, fields, isDirty, banner, discard, submit } = useAppForm({
    id: "privacy",
    defaultValue: textsOf(periods),
    answer,
  });
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="save" />
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <Warnings warnings={warnings} />
        <FormLayout>
          {retentionNames.map((name) => (
            <FormTextField
              key={name}
              field={fields[name]}
              label={t(`privacy.periods.${name}.label`)}
              type="number"
              min={retentionSettings[name].least}
              max={retentionSettings[name].most}
              helpText={t(`privacy.periods.${name}.about`)}
            />
          ))}
        </FormLayout>
      </BlockStack>
      <AppSaveBar isDirty={isDirty} isBusy={isBusy} onSave={submit} onDiscard={discard} />
    </fetcher.Form>
  );
}

function Warnings({ warnings }: { warnings: readonly RetentionWarning[] }) {
  const t = useText("settings");
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning">
      <List>
        {warnings.map((warning) => (
          <List.Item key={warning.code}>{t(`privacy.warnings.${warning.code}`, warning)}</List.Item>
        ))}
      </List>
    </Banner>
  );
}
