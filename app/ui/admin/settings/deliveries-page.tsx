import { Banner, BlockStack, Box, Button, Card, InlineStack, Link, Page, Text } from "@shopify/polaris";
import type { DeliveryWire } from "#app/contracts/delivery.ts";
import type { SweepWire } from "#app/contracts/sweep.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { AddressFault } from "../../shared/list/address-fault.tsx";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { FailedMails, type FailedMailRow } from "./failed-mails.tsx";
import { SweepsSection } from "./sweeps-section.tsx";
import { dismissal } from "./dismissal.ts";
import { useRetry } from "./use-retry.ts";
import { type ClicksAside, WaitingClicks } from "./waiting-clicks.tsx";

type Props = {
  deliveries: readonly DeliveryWire[];
  pagination: PageOfList;
  mails: readonly FailedMailRow[];
  sweeps: readonly SweepWire[];
  clicks: ClicksAside;
  timeZone: string;
};

/** Settings ▸ What could not be processed: deliveries and mails that wait for a person, and orders that were missed. */
export function DeliveriesPage({ deliveries, pagination, mails, sweeps, clicks, timeZone }: Props) {
  const { retry, isBusy } = useRetry();
  const confirm = useConfirm();
  const { total } = pagination;
  const askToRetryAll = () =>
    confirm({
      title: `Try ${total === 1 ? "this delivery" : `all ${formatCount(total)} deliveries`} again?`,
      message: "Each is processed as if it had just arrived. Nothing is counted or posted twice.",
      confirmLabel: "Retry all",
      onConfirm: () => retry({ intent: "retry-all" }),
    });
  return (
    <Page
      title="What could not be processed"
      backAction={{ content: "Settings", url: "/dashboard/settings" }}
      fullWidth
      {...(total > 0 && {
        primaryAction: { content: "Retry all", onAction: askToRetryAll, loading: isBusy },
      })}
    >
      <BlockStack gap="400">
        <AddressFault />
        <WaitingClicks {...clicks} />
        {total === 0 && mails.length === 0 && (
          <Banner tone="success">
            Everything that was delivered has been processed, and every mail was sent.
          </Banner>
        )}
        {total > 0 && (
          <Card padding="0">
            <Box padding="400">
              <BlockStack gap="200">
                <Text as="h2" variant="headingMd">
                  Deliveries
                </Text>
                <Text as="p" tone="subdued">
                  What the platform sent and could not be read or posted. Nothing of it was counted.
                </Text>
                <DeliveryTable
                  deliveries={deliveries}
                  timeZone={timeZone}
                  isBusy={isBusy}
                  onRetry={(id) => retry({ intent: "retry", id })}
                  onDismiss={(id) => confirm(dismissal(() => retry({ intent: "dismiss", id })))}
                />
              </BlockStack>
            </Box>
            <ListFooter pagination={pagination} shown={deliveries.length} />
          </Card>
        )}
        {mails.length > 0 && (
          <FailedMails
            mails={mails}
            timeZone={timeZone}
            isBusy={isBusy}
            onRetry={(id) => retry({ intent: "retry-mail", id })}
          />
        )}
        <SweepsSection sweeps={sweeps} timeZone={timeZone} />
      </BlockStack>
    </Page>
  );
}

type TableProps = {
  deliveries: readonly DeliveryWire[];
  timeZone: string;
  isBusy: boolean;
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
};

function DeliveryTable({ deliveries, timeZone, isBusy, onRetry, onDismiss }: TableProps) {
  return (
    <ScrollBox label="Deliveries">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Topic</th>
            <th scope="col">Order</th>
            <th scope="col">Received</th>
            <th scope="col" className="amount">
              Attempts
            </th>
            <th scope="col">What went wrong</th>
            <th scope="col">Decide</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <th scope="row">
                <Link url={`/dashboard/settings/deliveries/${delivery.id}`}>{delivery.topic}</Link>
              </th>
              <td>{orderText(delivery)}</td>
              <td className="no-break">{formatDateTime(delivery.receivedAt, timeZone)}</td>
              <td className="amount">{formatCount(delivery.attempts)}</td>
              <td className="wrapping-cell">{delivery.failure}</td>
              <td>
                <Decisions
                  of={`${delivery.topic} ${orderText(delivery)}`}
                  isBusy={isBusy}
                  onRetry={() => onRetry(delivery.id)}
                  onDismiss={() => onDismiss(delivery.id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

type DecisionsProps = { of: string; isBusy: boolean; onRetry: () => void; onDismiss: () => void };

function Decisions({ of, isBusy, onRetry, onDismiss }: DecisionsProps) {
  return (
    <InlineStack gap="200" wrap={false}>
      <Button size="slim" disabled={isBusy} onClick={onRetry} accessibilityLabel={`Retry ${of}`}>
        Retry
      </Button>
      <Button size="slim" disabled={isBusy} onClick={onDismiss} accessibilityLabel={`Dismiss ${of}`}>
        Dismiss
      </Button>
    </InlineStack>
  );
}

/** The order's name, its number where there is no name, a dash where it cannot be read. */
export function orderText({ order }: Pick<DeliveryWire, "order">): string {
  return order?.name ?? order?.id ?? "–";
}
