import { Banner } from "@shopify/polaris";
import type { DeliveryWire } from "#app/contracts/delivery.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { deliveryText as t, orderText, topicName } from "./delivery-text.ts";
import { dismissal, useRetry } from "./use-retry.ts";

const list = "/dashboard/settings/health/deliveries";

/** A failed delivery: content, error, and buttons to retry or dismiss it. */
export function DeliveryPage({ delivery, timeZone }: { delivery: DeliveryWire; timeZone: string }) {
  const { retry, isBusy } = useRetry(list);
  const confirm = useConfirm();
  const { id, topic, triggeredAt, failure, readable, dismissed } = delivery;
  const askToDismiss = () => confirm(dismissal(() => retry({ intent: "dismiss", id })));
  const happened = triggeredAt === null ? t("page.unknown") : formatDateTime(triggeredAt, timeZone);
  return (
    <DetailPage
      title={`${topicName(topic)} ${delivery.order ? orderText(delivery) : ""}`.trim()}
      back={{ content: frameText("pages.failedDeliveries"), url: list }}
      primaryAction={{
        content: t("list.retry"),
        loading: isBusy,
        onAction: () => retry({ intent: "retry", id }),
      }}
      {...(!dismissed && {
        secondaryActions: [{ content: t("list.dismiss"), disabled: isBusy, onAction: askToDismiss }],
      })}
    >
      {dismissed && (
        <Banner tone="info">
          <p>{t("page.dismissed", { name: dismissed.by, time: formatDateTime(dismissed.at, timeZone) })}</p>
        </Banner>
      )}
      <Banner tone="warning" title={t("page.error")}>
        <p>{failure}</p>
        {readable ? <p>{t("list.safe")}</p> : <p>{t("page.dropped")}</p>}
      </Banner>
      <Section title={t("page.details")}>
        <FactList
          facts={[
            { term: t("page.order"), description: orderText(delivery) },
            { term: t("page.received"), description: formatDateTime(delivery.receivedAt, timeZone) },
            { term: t("page.happened"), description: happened },
            { term: t("page.attempts"), description: formatCount(delivery.attempts) },
          ]}
        />
      </Section>
    </DetailPage>
  );
}
