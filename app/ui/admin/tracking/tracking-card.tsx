import { useFetcher } from "@remix-run/react";
import { Badge, type BadgeProps, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { TextFunction } from "#app/i18n/text-function.ts";
import type { ReactNode } from "react";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import { formatDateTime } from "../../shared/format.ts";
import { useText } from "../../texts/use-text.ts";
import { trackingText } from "./tracking-text.ts";
import { useThemeEmbed } from "./use-theme-embed.ts";

type Props = { readonly tracking: TrackingWire; readonly timeZone: string };

/** State of each part of the store's tracking, and how to turn it on. */
export function TrackingCard({ tracking, timeZone }: Props) {
  const t = useText("tracking");
  const { isOn } = useThemeEmbed();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {t("title")}
          </Text>
          <Text as="p">{trackingText(t, { tracking, isEmbedOn: isOn, timeZone })}</Text>
        </BlockStack>
        <EmbedRow embed={tracking.embed} isOn={isOn} timeZone={timeZone} />
        <PixelRow pixel={tracking.pixel} timeZone={timeZone} />
        <ProxyRow seenAt={tracking.proxy.seenAt} timeZone={timeZone} />
      </BlockStack>
    </Card>
  );
}

type EmbedProps = {
  readonly embed: TrackingWire["embed"];
  readonly isOn: boolean | null;
  readonly timeZone: string;
};

function EmbedRow({ embed, isOn, timeZone }: EmbedProps) {
  const t = useText("tracking");
  const seenAt = embed.seenAt && t("embed.seenAt", { at: formatDateTime(embed.seenAt, timeZone) });
  return (
    <TrackingRow
      name={t("embed.title")}
      badge={embedLook(t, isOn, embed.seenAt !== null)}
      text={[t("embed.text"), seenAt]}
    >
      {isOn !== true && (
        <Button url={embed.switchUrl} target="_blank">
          {t("openEditor")}
        </Button>
      )}
    </TrackingRow>
  );
}

/** Shopify's report decides. Without it, received clicks show that the embed works. */
function embedLook(t: TextFunction<"tracking">, reported: boolean | null, wasSeen: boolean): Look {
  if (reported === true) return { text: t("embed.on"), tone: "success" };
  if (reported === false) return { text: t("embed.off"), tone: "attention" };
  return wasSeen
    ? { text: t("embed.seen"), tone: "success" }
    : { text: t("embed.unseen"), tone: "attention" };
}

const pixelTones = { on: "success", off: "warning", waiting: "info" } as const;

type PixelProps = { readonly pixel: TrackingWire["pixel"]; readonly timeZone: string };

function PixelRow({ pixel, timeZone }: PixelProps) {
  const t = useText("tracking");
  const fetcher = useFetcher<{ ok: boolean }>();
  const seenAt = pixel.seenAt && t("pixel.seenAt", { at: formatDateTime(pixel.seenAt, timeZone) });
  const isAsked = fetcher.state === "idle" && fetcher.data?.ok === true;
  return (
    <TrackingRow
      name={t("pixel.title")}
      badge={{ text: t(`pixel.${pixel.status}`), tone: pixelTones[pixel.status] }}
      text={[t("pixel.text"), seenAt, isAsked && t("pixel.checking")]}
    >
      {pixel.error !== null && (
        <Text as="p" tone="critical">
          {pixel.error}
        </Text>
      )}
      {(pixel.error !== null || pixel.status !== "on") && (
        <Button
          loading={fetcher.state !== "idle"}
          onClick={() => fetcher.submit({ intent: "switch-on-pixel" }, { method: "post" })}
        >
          {t("pixel.check")}
        </Button>
      )}
    </TrackingRow>
  );
}

/** The proxy comes with the app, and Shopify does not report its state, so only received requests show it. */
function ProxyRow({ seenAt, timeZone }: { readonly seenAt: string | null; readonly timeZone: string }) {
  const t = useText("tracking");
  return (
    <TrackingRow
      name={t("proxy.title")}
      badge={seenAt === null ? { text: t("proxy.unseen") } : { text: t("proxy.seen"), tone: "success" }}
      text={[t("proxy.text"), seenAt && t("proxy.seenAt", { at: formatDateTime(seenAt, timeZone) })]}
    />
  );
}

type Look = { readonly text: string; readonly tone?: NonNullable<BadgeProps["tone"]> };

type RowProps = {
  readonly name: string;
  readonly badge: Look;
  readonly text: readonly (string | null | false)[];
  readonly children?: ReactNode;
};

function TrackingRow({ name, badge: { text: state, ...look }, text, children }: RowProps) {
  return (
    <BlockStack gap="200" inlineAlign="start">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {name}
        </Text>
        <Badge {...look}>{state}</Badge>
      </InlineStack>
      <div aria-live="polite">
        <Text as="p" tone="subdued">
          {text.filter(Boolean).join(" ")}
        </Text>
      </div>
      {children}
    </BlockStack>
  );
}
