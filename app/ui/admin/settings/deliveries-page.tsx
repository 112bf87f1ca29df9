import { Banner, BlockStack, Box, Button, Card, EmptyState, InlineStack, List, Text } from "@shopify/polaris";
import type { DeliveryWire, SweepWire } from "#app/contracts/delivery.ts";
import { deliveryList } from "#app/contracts/lists/deliveries.ts";
import { AddressFault } from "../../shared/error-banner.tsx";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { frameText } from "../../shared/frame/frame-text.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { deliveryText as t, orderText, topicName } from "./delivery-text.ts";
import { type FailedEmailRow, FailedEmails } from "./failed-emails.tsx";
import { SweepsSection } from "./sweeps-section.tsx";
import { dismissal, useRetry } from "./use-retry.ts";

type Props = {
  deliveries: readonly DeliveryWire[];
  pagination: PageOfList;
  emails: readonly FailedEmailRow[];
  sweeps: readonly SweepWire[];
  clicks: UnstoredClicks;
  timeZone: string;
};

/** Settings ▸ Health ▸ Failed deliveries: failed deliveries and emails, and missed orders. */
export function DeliveriesPage({ deliveries, pagination, emails, sweeps, clicks, timeZone }: Props) {
  const { retry, isBusy } = useRetry();
  const confirm = useConfirm();
  const { total } = pagination;
  const askToRetryAll = () =>
    confirm({
      title: t("list.askAll", { count: total }),
      message: t("list.safe"),
      confirmLabel: t("list.retryAll"),
      onConfirm: () => retry({ intent: "retry-all" }),
    });
  return (
    <AppPage
      title={frameText("pages.failedDeliveries")}
      backAction={{ content: frameText("pages.health"), url: "/dashboard/settings/health" }}
      fullWidth
      {...(total > 0 && {
        primaryAction: { content: t("list.retryAll"), onAction: askToRetryAll, loading: isBusy },
      })}
    >
      <BlockStack gap="400">
        <AddressFault />
        <WaitingClicks {...clicks} />
        <Card padding="0">
          {total === 0 ? (
            <EmptyState heading={t("list.none")} image="/empty-orders.svg">
              <p>{t("list.noneText")}</p>
            </EmptyState>
          ) : (
            <>
              <Box padding="400">
                <Text as="p" tone="subdued">
                  {`${t("list.text")} ${t("list.safe")}`}
                </Text>
              </Box>
              <ListTable
                list={deliveryList}
                rows={deliveries}
                rowOf={({ id }) => ({ id, url: `/dashboard/settings/health/${id}` })}
                renderCells={{
                  topic: ({ topic }) => topicName(topic),
                  order: orderText,
                  actions: (one) => (
                    <DeliveryButtons
                      name={`${topicName(one.topic)} ${orderText(one)}`}
                      isBusy={isBusy}
                      onRetry={() => retry({ intent: "retry", id: one.id })}
                      onDismiss={() => confirm(dismissal(() => retry({ intent: "dismiss", id: one.id })))}
                    />
                  ),
                }}
                timeZone={timeZone}
                pagination={pagination}
                resourceName={{ singular: t("list.item"), plural: t("list.items") }}
              />
            </>
          )}
        </Card>
        {emails.length > 0 && (
          <FailedEmails
            emails={emails}
            timeZone={timeZone}
            isBusy={isBusy}
            onRetry={(id) => retry({ intent: "retry-email", id })}
          />
        )}
        <SweepsSection sweeps={sweeps} timeZone={timeZone} />
      </BlockStack>
    </AppPage>
  );
}

type ButtonsProps = { name: string; isBusy: boolean; onRetry: () => void; onDismiss: () => void };

function DeliveryButtons({ name, isBusy, onRetry, onDismiss }: ButtonsProps) {
  return (
    <InlineStack gap="200">
      <Button
        size="slim"
        disabled={isBusy}
        onClick={onRetry}
        accessibilityLabel={t("list.retryLabel", { name })}
      >
        {t("list.retry")}
      </Button>
      <Button
        size="slim"
        disabled={isBusy}
        onClick={onDismiss}
        accessibilityLabel={t("list.dismissLabel", { name })}
      >
        {t("list.dismiss")}
      </Button>
    </InlineStack>
  );
}

type UnstoredClicks = { readonly waiting: number; readonly setAside: number; readonly lost: number };

const clickStates = ["waiting", "setAside", "lost"] as const;

/** Clicks that are on disk and not in the database. Renders nothing if there are none. */
function WaitingClicks(clicks: UnstoredClicks) {
  const states = clickStates.filter((state) => clicks[state] > 0);
  if (states.length === 0) return null;
  return (
    <Banner tone={clicks.setAside + clicks.lost > 0 ? "critical" : "warning"} title={t("clicks.title")}>
      <List>
        {states.map((state) => (
          <List.Item key={state}>{t(`clicks.${state}`, { count: clicks[state] })}</List.Item>
        ))}
      </List>
    </Banner>
  );
}
