import { Banner } from "@shopify/polaris";
import type { DeliveryWire } from "#app/contracts/delivery.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { orderText } from "./deliveries-page.tsx";
import { dismissal, useRetry } from "./use-retry.ts";

const list = "/dashboard/settings/health/deliveries";

/** A failed delivery: content, error, and buttons to retry or dismiss it. */
export function DeliveryPage({ delivery, timeZone }: { delivery: DeliveryWire; timeZone: string }) {
  const { retry, isBusy } = useRetry(list);
  const confirm = useConfirm();
  const { id, topic, triggeredAt, failure, readable, dismissed } = delivery;
  const askToDismiss = () => confirm(dismissal(() => retry({ intent: "dismiss", id })));
  return (
    <DetailPage
      title={`Delivery of ${topic}`}
      back={{ content: "What could not be processed", url: list }}
      primaryAction={{
        content: "Retry",
        loading: isBusy,
        onAction: () => retry({ intent: "retry", id }),
      }}
      {...(dismissed
        ? { status: "dismissed" }
        : { secondaryActions: [{ content: "Dismiss", disabled: isBusy, onAction: askToDismiss }] })}
    >
      {dismissed && (
        <Banner tone="info">
          <p>
            {`Dismissed by ${dismissed.by}, ${formatDateTime(dismissed.at, timeZone)}. Nothing is made of it, `}
            unless it is tried again.
          </p>
        </Banner>
      )}
      <Banner tone="warning" title="What went wrong">
        <p>{failure}</p>
      </Banner>
      {!readable && (
        <Banner tone="info">
          <p>Its content was dropped after 30 days. Trying again only takes it off the list.</p>
        </Banner>
      )}
      <Section title="Details">
        <FactList
          facts={[
            { term: "Order", description: orderText(delivery) },
            { term: "Received", description: formatDateTime(delivery.receivedAt, timeZone) },
            {
              term: "Happened",
              description: triggeredAt === null ? "Not told" : formatDateTime(triggeredAt, timeZone),
            },
            { term: "Attempts", description: formatCount(delivery.attempts) },
          ]}
        />
      </Section>
    </DetailPage>
  );
}
