import { Badge, Banner, BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ComparisonHeadWire, ShadowWire } from "#app/contracts/shadow.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime } from "../../shared/format.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { StatusStrip } from "../../shared/status-strip.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { Comparisons } from "./comparisons.tsx";
import { GoLive } from "./go-live.tsx";
import { shadowText as t } from "./shadow-text.ts";

type Props = {
  shadow: ShadowWire;
  comparisons: readonly ComparisonHeadWire[];
  timeZone: string;
  /** Suggested or chosen moment to go live, by the store's clock. */
  moment: { readonly day: string; readonly time: string };
  /** Largest file. */
  megabytes: number;
};

/** Programs ▸ Shadow mode: runs the app next to another one, compares them, and goes live. */
export function ShadowPage({ shadow, comparisons, timeZone, moment, megabytes }: Props) {
  const { phase } = shadow;
  useLookWhileGoingLive(shadow);
  const isInShadow = phase === "shadow" || phase === "scheduled";
  return (
    <AppPage title={t("title")}>
      <BlockStack gap="400">
        {phase === "never" ? (
          <Start canStart={shadow.canStart} />
        ) : (
          <State shadow={shadow} timeZone={timeZone} />
        )}
        {phase === "waiting" && <Balances shadow={shadow} timeZone={timeZone} />}
        {isInShadow && <GoLive isChosen={phase === "scheduled"} moment={moment} timeZone={timeZone} />}
        {phase !== "never" && (
          <Comparisons comparisons={comparisons} timeZone={timeZone} megabytes={megabytes} />
        )}
      </BlockStack>
    </AppPage>
  );
}

/** Longest wait of a browser's timer. */
const longestWaitMs = 2 ** 31 - 1;

/** Reloads the page's data from the chosen moment on, until the app says that the store is live. */
function useLookWhileGoingLive({ phase, liveFrom }: ShadowWire): void {
  const [due, setDue] = useState<string | null>(null);
  useEffect(() => {
    if (phase !== "scheduled" || liveFrom === null) return undefined;
    const wait = Math.max(Date.parse(liveFrom) - Date.now(), 0);
    if (wait > longestWaitMs) return undefined;
    const timer = setTimeout(() => setDue(liveFrom), wait);
    return () => clearTimeout(timer);
  }, [phase, liveFrom]);
  useLookWhile(phase === "scheduled" && due === liveFrom);
}

const nothing = () => undefined;

function Start({ canStart }: Pick<ShadowWire, "canStart">) {
  const { fetcher, refusal, isBusy } = useIntent("start", nothing);
  const confirm = useConfirm();
  const start = () =>
    confirm({
      title: t("start.ask"),
      message: t("start.asked"),
      confirmLabel: t("start.action"),
      onConfirm: () => fetcher.submit({ intent: "start" }, { method: "post" }),
    });
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <ErrorBanner message={refusal?.message} />
        <Text as="h2" variant="headingMd">
          {t("start.title")}
        </Text>
        <Text as="p">{t("start.text")}</Text>
        {canStart ? (
          <>
            <Text as="p">{t("start.next")}</Text>
            <Button variant="primary" loading={isBusy} onClick={start}>
              {t("start.action")}
            </Button>
          </>
        ) : (
          <Banner>{t("start.late")}</Banner>
        )}
      </BlockStack>
    </Card>
  );
}

type StateProps = { shadow: ShadowWire; timeZone: string };

const tones = { shadow: "info", scheduled: "attention", waiting: "warning", complete: "success" } as const;

function State({ shadow: { phase, startedAt, liveFrom }, timeZone }: StateProps) {
  if (phase === "never" || startedAt === null) return null;
  const date = liveFrom === null ? "" : formatDateTime(liveFrom, timeZone);
  return (
    <StatusStrip
      badge={<Badge tone={tones[phase]}>{t(`phases.${phase}`)}</Badge>}
      text={t(`state.${phase}`, { date })}
      date={t("state.since", { date: formatDateTime(startedAt, timeZone) })}
    />
  );
}

/** The import of the previous app's balances, or the statement that there are none. */
function Balances({ shadow: { liveFrom }, timeZone }: StateProps) {
  const { fetcher, refusal, isBusy } = useIntent("none", nothing);
  const confirm = useConfirm();
  const stateNone = () =>
    confirm({
      title: t("switch.askNone"),
      message: t("switch.askedNone"),
      confirmLabel: t("switch.none"),
      onConfirm: () => fetcher.submit({ intent: "none" }, { method: "post" }),
    });
  return (
    <Card>
      <BlockStack gap="300">
        <ErrorBanner message={refusal?.message} />
        <Text as="h2" variant="headingMd">
          {t("switch.title")}
        </Text>
        <Text as="p">
          {t("switch.text", { date: liveFrom === null ? "" : formatDateTime(liveFrom, timeZone) })}
        </Text>
        <InlineStack>
          <ButtonGroup>
            <Button variant="primary" url="/dashboard/affiliates/import">
              {t("switch.import")}
            </Button>
            <Button loading={isBusy} onClick={stateNone}>
              {t("switch.none")}
            </Button>
          </ButtonGroup>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
