import { BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { ShareIcon } from "@shopify/polaris-icons";
import { useSyncExternalStore } from "react";
import type { HomeCodeWire, HomePayWire, HomeWire } from "#app/contracts/portal-home.ts";
import { Section } from "../shared/detail-page.tsx";
import { formatBps, formatDate, formatMoney, formatRatio } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { OwnCopyButton } from "./own-copy-button.tsx";

type Props = Pick<HomeWire, "codes" | "pay"> & {
  readonly link: string;
  readonly shopName: string;
  readonly timeZone: string;
  /** They haven't earned anything yet. */
  readonly isNew: boolean;
};

/** The affiliate's link and codes, to copy and share. */
export function HomeLink({ link, codes, pay, shopName, timeZone, isNew }: Props) {
  const t = useText("home");
  const promise = usePromise();
  const codeText = useCodeText();
  return (
    <Section title={t("link.title")}>
      {isNew && pay && <Text as="p">{promise(pay)}</Text>}
      <BlockStack gap="200">
        <TextField label={t("link.label")} labelHidden value={link} readOnly autoComplete="off" />
        <InlineStack gap="200">
          <OwnCopyButton text={link} label={t("link.copy")} />
          <ShareButton url={link} shopName={shopName} />
        </InlineStack>
      </BlockStack>
      {codes.map((one) => (
        <InlineStack key={one.code} gap="200" blockAlign="center" align="space-between">
          <Text as="span">
            {codeText(one)}
            {one.endsAt && ` · ${t("link.codeEnds", { date: formatDate(one.endsAt, timeZone) })}`}
          </Text>
          <OwnCopyButton text={one.code} label={t("link.copyCode", { code: one.code })} />
        </InlineStack>
      ))}
    </Section>
  );
}

function useCodeText(): (one: HomeCodeWire) => string {
  const t = useText("home");
  return ({ code, gives }) => {
    switch (gives?.kind) {
      case "percentage":
        return t("link.codePercentage", { code, rate: formatRatio(gives.ratio) });
      case "amount":
        return t("link.codeAmount", { code, amount: formatMoney(gives.amount) });
      case "amount-per-item":
        return t("link.codePerItem", { code, amount: formatMoney(gives.amount) });
      case "free-shipping":
        return t("link.codeFreeShipping", { code });
      case undefined:
      default:
        return t("link.code", { code });
    }
  };
}

function usePromise(): (pay: HomePayWire) => string {
  const t = useText("home");
  return ({ from, upTo }) => {
    if (from.kind === "percentage") {
      const rate = formatBps(from.rateBps);
      return upTo?.kind === "percentage"
        ? t("promise.percentageUpTo", { rate, most: formatBps(upTo.rateBps) })
        : t("promise.percentage", { rate });
    }
    if (from.kind === "fixed") return t("promise.fixed", { amount: formatMoney(from.amount) });
    if (from.kind === "per-item") return t("promise.perItem", { amount: formatMoney(from.amount) });
    return t("promise.other");
  };
}

const never = () => () => {};

/** Opens the phone's own sheet for sharing; nothing where the browser has none. */
function ShareButton({ url, shopName }: { url: string; shopName: string }) {
  const t = useText("home");
  const canShare = useSyncExternalStore(
    never,
    () => "share" in navigator,
    () => false,
  );
  if (!canShare) return null;
  async function share() {
    try {
      await navigator.share({ title: t("link.shareTitle", { shop: shopName }), url });
    } catch {
      // Closing the sheet rejects too, and the link stays on the page to copy.
    }
  }
  return (
    <Button icon={ShareIcon} onClick={() => void share()}>
      {t("link.share")}
    </Button>
  );
}
