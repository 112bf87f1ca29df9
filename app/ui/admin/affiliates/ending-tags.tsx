import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { formatDate } from "../../shared/format.ts";
import { NoNoticeSelect } from "../no-notice-select.tsx";

type Props = { readonly affiliate: AffiliateWire; readonly timeZone: string };

/** Removed tags that count until the notice period ends: each can be kept, or ended now for a reason. */
export function EndingTags({ affiliate, timeZone }: Props) {
  const { submit, state } = useFetcher();
  const [reason, setReason] = useState("");
  const isBusy = state !== "idle";
  const change = (fields: Record<string, string>) =>
    submit({ ...fields, ids: affiliate.id }, { method: "post", action: "/dashboard/affiliates/tags" });
  if (affiliate.endingTags.length === 0) return null;
  return (
    <BlockStack gap="200">
      {affiliate.endingTags.map(({ tag, endsAt }) => (
        <InlineStack key={tag} gap="200" blockAlign="center">
          <Text as="span">
            Tag {tag} ends {formatDate(endsAt, timeZone)}
          </Text>
          <Button disabled={isBusy} onClick={() => change({ change: "add", tags: tag })}>
            Keep tag
          </Button>
          {reason !== "" && (
            <Button
              tone="critical"
              disabled={isBusy}
              onClick={() => change({ change: "remove", tags: tag, reason })}
            >
              End now
            </Button>
          )}
        </InlineStack>
      ))}
      <NoNoticeSelect value={reason} onChange={setReason} />
    </BlockStack>
  );
}
