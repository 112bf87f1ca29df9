import { Banner, BlockStack, Box, Button, Card, InlineStack, Link, List, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { DeliveryWire, SweepWire } from "#app/contracts/delivery.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { AddressFault, ErrorBanner } from "../../shared/error-banner.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
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
      title: `Try ${total === 1 ? "this delivery" : `all ${formatCount(total)} deliveries`} again?`,
      message: "Each is processed as if it had just arrived. Nothing is counted or posted twice.",
      confirmLabel: "Retry all",
      onConfirm: () => retry({ intent: "retry-all" }),
    });
  return (
    <AppPage
      title={frameText("pages.failedDeliveries")}
      backAction={{ content: frameText("pages.health"), url: "/dashboard/settings/health" }}
      fullWidth
      {...(total > 0 && {
        primaryAction: { content: "Retry all", onAction: askToRetryAll, loading: isBusy },
      })}
    >
      <BlockStack gap="400">
        <AddressFault />
        <WaitingClicks {...clicks} />
        {total === 0 && emails.length === 0 && (
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

type DeliveryTableProps = {
  deliveries: readonly DeliveryWire[];
  timeZone: string;
  isBusy: boolean;
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
};

function DeliveryTable({ deliveries, timeZone, isBusy, onRetry, onDismiss }: DeliveryTableProps) {
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
                <Link url={`/dashboard/settings/health/${delivery.id}`}>{delivery.topic}</Link>
              </th>
              <td>{orderText(delivery)}</td>
              <td className="no-break">{formatDateTime(delivery.receivedAt, timeZone)}</td>
              <td className="amount">{formatCount(delivery.attempts)}</td>
              <td className="wrapping-cell">{delivery.failure}</td>
              <td>
                <DeliveryButtons
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

function DeliveryButtons({ of, isBusy, onRetry, onDismiss }: DecisionsProps) {
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

/** The order's name, or its number, or a dash if unreadable. */
export function orderText({ order }: Pick<DeliveryWire, "order">): string {
  return order?.name ?? order?.id ?? "–";
}

type UnstoredClicks = { readonly waiting: number; readonly setAside: number; readonly lost: number };

/** Clicks that are on disk and not in the database. Renders nothing if there are none. */
function WaitingClicks({ waiting, setAside, lost }: UnstoredClicks) {
  const lines = [
    waiting > 0 && `${countOf(waiting)} on the server's disk until the database takes them; nothing is lost.`,
    setAside > 0 && `${countOf(setAside)} set aside on the server's disk, because the database refused them.`,
    lost > 0 &&
      `${countOf(lost)} lost since the server started: neither the database nor the disk took them.`,
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <Banner tone={setAside + lost > 0 ? "critical" : "warning"} title="Clicks that are not counted yet">
      <List>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Banner>
  );
}

function countOf(clicks: number): string {
  return clicks === 1 ? "1 click is" : `${formatCount(clicks)} clicks are`;
}

type FailedEmailRow = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly attempts: number;
  readonly failure: string;
  readonly lastFailedAt: string;
  readonly givenUp: boolean;
};

type FailedEmailRowProps = {
  emails: readonly FailedEmailRow[];
  timeZone: string;
  isBusy: boolean;
  onRetry: (id: string) => void;
};

/** Emails that keep failing. Those that are no longer retried can be sent again. */
function FailedEmails({ emails, timeZone, isBusy, onRetry }: FailedEmailRowProps) {
  return (
    <Section title="Mails">
      <Text as="p" tone="subdued">
        Mails that the mail server keeps refusing. They are kept for 30 days.
      </Text>
      <ScrollBox label="Mails">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">To</th>
              <th scope="col">Subject</th>
              <th scope="col">Last attempt</th>
              <th scope="col" className="amount">
                Attempts
              </th>
              <th scope="col">What went wrong</th>
              <th scope="col">Retry</th>
            </tr>
          </thead>
          <tbody>
            {emails.map((email) => (
              <tr key={email.id}>
                <th scope="row">{email.to}</th>
                <td>{email.subject}</td>
                <td>{formatDateTime(email.lastFailedAt, timeZone)}</td>
                <td className="amount">{formatCount(email.attempts)}</td>
                <td className="wrapping-cell">{email.failure}</td>
                <td>
                  {email.givenUp ? (
                    <Button
                      size="slim"
                      disabled={isBusy}
                      onClick={() => onRetry(email.id)}
                      accessibilityLabel={`Send the mail to ${email.to} again`}
                    >
                      Send again
                    </Button>
                  ) : (
                    "Tried again by itself"
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Section>
  );
}

type SweepsSectionProps = { sweeps: readonly SweepWire[]; timeZone: string };

/** Orders that no webhook reported, found by looking through Shopify's orders, and a button to look now. */
export function SweepsSection({ sweeps, timeZone }: SweepsSectionProps) {
  const running = sweeps.some((one) => one.status === "running");
  useLookWhile(running);
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: "Shopify's orders are being looked through" }),
    [addToast],
  );
  const { fetcher, refusal, isBusy } = useIntent("sweep", onDone);
  return (
    <Section title="Missed orders">
      <Text as="p" tone="subdued">
        Every hour, and when the app starts, Shopify&apos;s orders are compared with those here. Each that no
        message brought, or only in an older state, is read afresh.
      </Text>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="sweep" />
        <BlockStack gap="300">
          <ErrorBanner message={refusal?.message} answer={refusal} />
          <InlineStack>
            <Button submit loading={isBusy || running}>
              Look for missed orders
            </Button>
          </InlineStack>
        </BlockStack>
      </fetcher.Form>
      <div aria-live="polite">
        <Text as="p">{newestText(sweeps[0])}</Text>
      </div>
      {sweeps.length > 0 && <SweepTable sweeps={sweeps} timeZone={timeZone} />}
    </Section>
  );
}

/** Status of the newest sweep, for screen readers. */
function newestText(newest: SweepWire | undefined): string {
  if (!newest) return "Nobody has looked yet.";
  const { status, looked, missing, stale } = newest;
  const found = `${formatCount(looked)} looked at, ${formatCount(missing + stale)} missed`;
  if (status === "running") return `Looking: ${found} so far. You may leave this page and come back.`;
  return status === "done" ? `Last look: ${found}.` : `Last look: failed after ${found}.`;
}

const causes: Record<SweepWire["cause"], string> = {
  start: "At start",
  hourly: "Hourly",
  asked: "Asked for",
};
const statuses: Record<SweepWire["status"], string> = { running: "Running", done: "Done", failed: "Failed" };

function SweepTable({ sweeps, timeZone }: SweepsSectionProps) {
  return (
    <ScrollBox label="Looks for missed orders">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Begun</th>
            <th scope="col">Why</th>
            <th scope="col">Status</th>
            <th scope="col">Changes from</th>
            <th scope="col" className="amount">
              Looked at
            </th>
            <th scope="col" className="amount">
              Not known
            </th>
            <th scope="col" className="amount">
              Older state
            </th>
            <th scope="col">Found</th>
          </tr>
        </thead>
        <tbody>
          {sweeps.map((sweep) => (
            <tr key={sweep.id}>
              <th scope="row" className="no-break">
                {formatDateTime(sweep.startedAt, timeZone)}
              </th>
              <td>{causes[sweep.cause]}</td>
              <td>{statuses[sweep.status]}</td>
              <td className="no-break">{formatDateTime(sweep.from, timeZone)}</td>
              <td className="amount">{formatCount(sweep.looked)}</td>
              <td className="amount">{formatCount(sweep.missing)}</td>
              <td className="amount">{formatCount(sweep.stale)}</td>
              <td className="wrapping-cell">
                {sweep.error !== "" && <Text as="p">{sweep.error}</Text>}
                <FoundOrders sweep={sweep} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function FoundOrders({ sweep: { found, missing, stale } }: { sweep: SweepWire }) {
  const more = missing + stale - found.length;
  return (
    <>
      {found.map((order, index) => (
        <span key={order.id}>
          {index > 0 && ", "}
          {order.read ? (
            <Link url={`/dashboard/orders/${order.id}`}>{order.name}</Link>
          ) : (
            `${order.name} (could not be read at once; it is tried again, and set aside here if that fails too)`
          )}
        </span>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}
    </>
  );
}
