import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, InlineStack, Text, type BadgeProps } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import { formatDateTime } from "../../shared/format.ts";

type Props = {
  tracking: TrackingWire;
  /** State of the embed from `useThemeEmbed`. */
  isEmbedOn: boolean | null;
  timeZone: string;
};

/** State of the tracking parts in the store, and how to switch them on. */
export function TrackingCard({ tracking, isEmbedOn, timeZone }: Props) {
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <span id="tracking">
            <Text as="h2" variant="headingMd">
              Tracking
            </Text>
          </span>
          <Text as="p" tone="subdued">
            What carries a click from the affiliate&rsquo;s link to the order. Discount codes need none of it.
          </Text>
        </BlockStack>
        <EmbedRow tracking={tracking} isEmbedOn={isEmbedOn} timeZone={timeZone} />
        <PixelRow pixel={tracking.pixel} timeZone={timeZone} />
        <ProxyRow seenAt={tracking.proxy.seenAt} timeZone={timeZone} />
      </BlockStack>
    </Card>
  );
}

function EmbedRow({ tracking: { embed }, isEmbedOn: isOn, timeZone }: Props) {
  const seen =
    embed.seenAt === null ? "Not heard of yet." : `Last heard of ${formatDateTime(embed.seenAt, timeZone)}.`;
  return (
    <TrackingRow
      name="Theme embed"
      badge={embedBadge(isOn, embed.seenAt !== null)}
      text={`One small script on the store's pages keeps clicks in the cart. ${seen}`}
    >
      {isOn !== true && (
        <Button url={embed.switchUrl} target="_blank">
          Switch on in the theme editor
        </Button>
      )}
    </TrackingRow>
  );
}

type EmbedBadgeResult = { readonly text: string; readonly tone?: BadgeProps["tone"] };

/** Shopify's report decides. Without it, received clicks show that the embed works. */
function embedBadge(isOn: boolean | null, wasSeen: boolean): EmbedBadgeResult {
  if (isOn === true) return { text: "On", tone: "success" };
  if (isOn === false) return { text: "Off", tone: "attention" };
  return wasSeen ? { text: "Seen", tone: "success" } : { text: "Not seen yet", tone: "attention" };
}

const pixelBadges: Record<TrackingWire["pixel"]["status"], EmbedBadgeResult> = {
  on: { text: "On", tone: "success" },
  off: { text: "Off", tone: "warning" },
  waiting: { text: "Being switched on", tone: "info" },
};

function PixelRow({ pixel, timeZone }: { pixel: TrackingWire["pixel"]; timeZone: string }) {
  const fetcher = useFetcher<{ ok: boolean }>();
  const seen =
    pixel.seenAt === null
      ? ""
      : ` It last saw a click at a checkout ${formatDateTime(pixel.seenAt, timeZone)}.`;
  const asked = fetcher.state === "idle" && fetcher.data?.ok === true;
  return (
    <TrackingRow
      name="Web pixel"
      badge={pixelBadges[pixel.status]}
      text={`Joins a click to a checkout that no cart went before. It is switched on by itself.${seen}`}
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
          Look again
        </Button>
      )}
      {asked && (
        <Text as="p" tone="subdued">
          Shopify is being asked. This page shows the answer in a moment.
        </Text>
      )}
    </TrackingRow>
  );
}

/** The proxy comes with the app, and Shopify does not report its state, so only received requests show it. */
function ProxyRow({ seenAt, timeZone }: { seenAt: string | null; timeZone: string }) {
  const seen =
    seenAt === null
      ? "It comes with the app, and is heard of once somebody lands by such a link."
      : `Last heard of ${formatDateTime(seenAt, timeZone)}.`;
  return (
    <TrackingRow
      name="App proxy"
      badge={seenAt === null ? { text: "Not seen yet" } : { text: "Seen", tone: "success" }}
      text={`Tells the app of visitors whose link led straight to the store. ${seen}`}
    />
  );
}

type TrackingRowProps = { name: string; badge: EmbedBadgeResult; text: string; children?: ReactNode };

function TrackingRow({ name, badge, text, children }: TrackingRowProps) {
  return (
    <BlockStack gap="200" inlineAlign="start">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {name}
        </Text>
        <Badge {...(badge.tone !== undefined && { tone: badge.tone })}>{badge.text}</Badge>
      </InlineStack>
      <Text as="p">{text}</Text>
      {children}
    </BlockStack>
  );
}
