import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { Fragment, useCallback } from "react";
import type { SweepWire } from "#app/contracts/delivery.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatListTime } from "../../shared/format.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { deliveryText as t } from "./delivery-text.ts";

type Props = { sweeps: readonly SweepWire[]; timeZone: string };

/** Orders that no webhook reported, found by looking through Shopify's orders, and a button to look now. */
export function SweepsSection({ sweeps, timeZone }: Props) {
  const running = sweeps.some((one) => one.status === "running");
  useLookWhile(running);
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("sweeps.started") }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntent("sweep", onDone);
  return (
    <Section title={t("sweeps.title")}>
      <Text as="p" tone="subdued">
        {t("sweeps.text")}
      </Text>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="sweep" />
        <BlockStack gap="300">
          <ErrorBanner message={refusal?.message} answer={refusal} />
          <InlineStack>
            <Button submit loading={isBusy || running}>
              {t("sweeps.start")}
            </Button>
          </InlineStack>
        </BlockStack>
      </fetcher.Form>
      <div aria-live="polite">
        {/* The list says the same. */}
        <Text as="p" visuallyHidden={sweeps.length > 0}>
          {newestText(sweeps[0])}
        </Text>
      </div>
      {sweeps.length > 0 && (
        <ol className="history-list" aria-label={t("sweeps.history")}>
          {sweeps.map((sweep) => (
            <SweepItem key={sweep.id} sweep={sweep} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </Section>
  );
}

/** Status of the newest sweep, for screen readers. */
function newestText(newest: SweepWire | undefined): string {
  return newest ? t(`sweeps.${newest.status}`, { found: foundText(newest) }) : t("sweeps.none");
}

function foundText({ looked, missing, stale }: SweepWire): string {
  return t("sweeps.found", { looked, missed: missing + stale });
}

function SweepItem({ sweep, timeZone }: { sweep: SweepWire; timeZone: string }) {
  const { startedAt, cause, status, error } = sweep;
  return (
    <li>
      <Text as="p">
        {t("sweeps.line", {
          cause: t(`sweeps.causes.${cause}`),
          status: t(`sweeps.statuses.${status}`),
          found: foundText(sweep),
        })}
      </Text>
      {error !== "" && (
        <Text as="p" tone="critical" breakWord>
          {error}
        </Text>
      )}
      <FoundOrders sweep={sweep} />
      <Text as="p" tone="subdued" variant="bodySm">
        <time dateTime={startedAt}>{formatListTime(startedAt, timeZone)}</time>
      </Text>
    </li>
  );
}

function FoundOrders({ sweep: { found, missing, stale } }: { sweep: SweepWire }) {
  const more = missing + stale - found.length;
  if (found.length + more === 0) return null;
  return (
    <p>
      {found.map((order, index) => (
        <Fragment key={order.id}>
          {index > 0 && ", "}
          {order.read ? (
            <Link url={`/dashboard/orders/${order.id}`}>{order.name}</Link>
          ) : (
            t("sweeps.unread", { order: order.name })
          )}
        </Fragment>
      ))}
      {more > 0 && `${found.length > 0 ? ", " : ""}${t("sweeps.more", { count: more })}`}
    </p>
  );
}
