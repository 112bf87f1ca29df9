import { InlineStack, Link, Text } from "@shopify/polaris";
import type { FlagWire } from "#app/contracts/flag.ts";
import { Section } from "../../shared/detail-page.tsx";
import { frameText } from "../../shared/frame/frame-text.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";

/** Flags on the page of their subject. Renders nothing if there are none. */
export function FlagList({ flags }: { flags: readonly FlagWire[] }) {
  if (flags.length === 0) return null;
  return (
    <Section title={frameText("pages.flags")}>
      {flags.map((flag) => (
        <div key={flag.id}>
          <InlineStack gap="200">
            <Link url={`/dashboard/affiliates/flags/${flag.id}`}>{flag.name}</Link>
            <StatusBadge of="flag" state={flag.status} />
          </InlineStack>
          <Text as="p">{flag.text}</Text>
        </div>
      ))}
    </Section>
  );
}
