import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Link, Tag, Text } from "@shopify/polaris";
import { useState } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import type { PayoutDetailsAnswer } from "#app/contracts/payout-details.ts";
import { CopyButton } from "../../shared/copy-button.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { formatListDate } from "../../shared/format.ts";
import { useText } from "../../texts/use-text.ts";
import { NoNoticeSelect } from "../no-notice-select.tsx";
import { PayoutDetailsCard } from "./payout-sections.tsx";

type Props = {
  readonly affiliate: AffiliateWire;
  /** Programs in which the affiliate has custom terms (T12). */
  readonly customTerms: readonly string[];
  readonly payoutDetails: PayoutDetailsAnswer;
  readonly timeZone: string;
  readonly onEdit: () => void;
};

/** The narrow column: contact, payout details, programs and related lists. */
export function AffiliateAside({ affiliate, customTerms, payoutDetails, timeZone, onEdit }: Props) {
  return (
    <>
      <ContactCard affiliate={affiliate} timeZone={timeZone} onEdit={onEdit} />
      <PayoutDetailsCard details={payoutDetails} timeZone={timeZone} />
      <ProgramsCard affiliate={affiliate} customTerms={customTerms} />
      <RelatedCard affiliateId={affiliate.id} />
    </>
  );
}

function ContactCard({ affiliate, timeZone, onEdit }: Pick<Props, "affiliate" | "timeZone" | "onEdit">) {
  const t = useText("affiliates");
  const { email, tags, note } = affiliate;
  return (
    <Section title={t("contact.title")}>
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="p" breakWord>
          {email}
        </Text>
        <CopyButton text={email} label={t("contact.copy")} spoken={t("contact.copyOne", { email })} />
      </InlineStack>
      {tags.length > 0 && (
        <InlineStack gap="100">
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </InlineStack>
      )}
      <EndingTags affiliate={affiliate} timeZone={timeZone} />
      {note !== "" && (
        <Text as="p" breakWord>
          {note}
        </Text>
      )}
      <InlineStack>
        <Button variant="plain" onClick={onEdit}>
          {t("contact.edit")}
        </Button>
      </InlineStack>
    </Section>
  );
}

/** Removed tags that count until the notice period ends. Each can be kept, or ended now for a reason. */
function EndingTags({ affiliate, timeZone }: Pick<Props, "affiliate" | "timeZone">) {
  const t = useText("affiliates");
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
          <Text as="span">{t("contact.tagEnds", { tag, day: formatListDate(endsAt, timeZone) })}</Text>
          <Button disabled={isBusy} onClick={() => change({ change: "add", tags: tag })}>
            {t("contact.keepTag")}
          </Button>
          {reason !== "" && (
            <Button
              tone="critical"
              disabled={isBusy}
              onClick={() => change({ change: "remove", tags: tag, reason })}
            >
              {t("contact.endTag")}
            </Button>
          )}
        </InlineStack>
      ))}
      <NoNoticeSelect value={reason} onChange={setReason} />
    </BlockStack>
  );
}

function ProgramsCard({ affiliate, customTerms }: Pick<Props, "affiliate" | "customTerms">) {
  const t = useText("affiliates");
  return (
    <Section title={t("programs.title")}>
      {affiliate.programs.length === 0 && <Text as="p">{t("programs.none")}</Text>}
      {affiliate.programs.map(({ id, name: program }) => {
        const isCustom = customTerms.includes(id);
        return (
          <BlockStack key={id} gap="100">
            <Link url={`/dashboard/programs/${id}`}>{program}</Link>
            <Link
              url={`/dashboard/affiliates/${affiliate.id}/programs/${id}/terms`}
              accessibilityLabel={t(isCustom ? "programs.customIn" : "programs.addCustomIn", { program })}
            >
              {t(isCustom ? "programs.custom" : "programs.addCustom")}
            </Link>
          </BlockStack>
        );
      })}
    </Section>
  );
}

function RelatedCard({ affiliateId }: { affiliateId: string }) {
  const t = useText("affiliates");
  const of = `?affiliate=${affiliateId}`;
  return (
    <Section title={t("related.title")}>
      <Link url={`/dashboard/settings/ledger${of}`}>{t("related.statements")}</Link>
      <Link url={`/dashboard/settings/attribution/customers${of}`}>{t("related.customers")}</Link>
      <Link url={`/dashboard/settings/attribution/products${of}`}>{t("related.products")}</Link>
      <Link url={`/dashboard/affiliates/claims${of}`}>{t("related.claims")}</Link>
      <Link url={`/dashboard/affiliates/flags${of}`}>{t("related.flags")}</Link>
    </Section>
  );
}
