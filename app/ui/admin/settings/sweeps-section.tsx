import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { SweepWire } from "#app/contracts/sweep.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type Props = { sweeps: readonly SweepWire[]; timeZone: string };

/** Orders that no message brought: what the last looks through Shopify's orders found, and a way to look now. */
export function SweepsSection({ sweeps, timeZone }: Props) {
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

/** How the newest look is, for people who do not see the table change. */
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

function SweepTable({ sweeps, timeZone }: Props) {
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
