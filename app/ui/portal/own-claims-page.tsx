import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, FormLayout, InlineStack, Page, Text } from "@shopify/polaris";
import type { makeClaimForm, OwnClaimWire } from "#app/contracts/claim.ts";
import { Section } from "../shared/detail-page.tsx";
import type { FormAnswer, FormRefusal } from "../shared/error-banner.tsx";
import { FormTextField } from "../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../shared/form/use-app-form.ts";
import { formatDateTime } from "../shared/format.ts";
import { StateBadge } from "../shared/state-badge.tsx";
import { useText } from "../texts/use-text.ts";
import { OwnErrorBanner } from "./own-error-banner.tsx";

type Props = { claims: readonly OwnClaimWire[]; timeZone: string; answer: FormAnswer | null };

/** Claims of the affiliate with the store's answers, and a form for a new one. */
export function OwnClaimsPage({ claims, timeZone, answer }: Props) {
  const t = useText("portal");
  const home = useText("home");
  return (
    <main>
      <Page title={t("claims.title")} backAction={{ content: home("nav.more"), url: "/portal/more" }}>
        <BlockStack gap="400">
          <Section title={t("claims.new")}>
            <Text as="p" tone="subdued">
              {t("claims.help")}
            </Text>
            {answer?.ok && <Banner tone="success">{t("claims.sent")}</Banner>}
            {/* A new key after sending resets the form. */}
            <ClaimForm key={claims[0]?.id ?? ""} refusal={answer?.ok === false ? answer : null} />
          </Section>
          <Section title={t("claims.list")}>
            {claims.length === 0 ? (
              <Text as="p">{t("claims.none")}</Text>
            ) : (
              <OwnClaimList claims={claims} timeZone={timeZone} />
            )}
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function ClaimForm({ refusal }: { refusal: FormRefusal | null }) {
  const t = useText("portal");
  const { id, fields, banner } = useAppForm({
    id: "claim",
    defaultValue: { order: "", note: "" } satisfies FieldsOf<typeof makeClaimForm>,
    answer: refusal,
  });
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" id={id} noValidate>
      <BlockStack gap="300">
        <OwnErrorBanner {...banner} />
        <FormLayout>
          <FormTextField
            field={fields.order}
            label={t("claims.order")}
            placeholder="#1001"
            maxLength={50}
            requiredIndicator
          />
          <FormTextField field={fields.note} label={t("claims.note")} multiline={3} maxLength={500} />
        </FormLayout>
        <InlineStack align="end">
          <Button submit variant="primary" loading={isBusy}>
            {t("claims.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

function OwnClaimList({ claims, timeZone }: Pick<Props, "claims" | "timeZone">) {
  const t = useText("portal");
  const states = useText("states");
  return (
    <ol className="history-list">
      {claims.map(({ id, orderName, note, status, madeAt, answer }) => (
        <li key={id}>
          <InlineStack gap="200" blockAlign="center">
            <Text as="span" fontWeight="semibold">
              {t("claims.orderName", { order: orderName })}
            </Text>
            <StateBadge of="claim" state={status}>
              {states(`claim.${status}`)}
            </StateBadge>
          </InlineStack>
          {note !== "" && <Text as="p">{note}</Text>}
          {answer && <Text as="p">{t("claims.answer", { answer })}</Text>}
          <Text as="p" tone="subdued" variant="bodySm">
            <time dateTime={madeAt}>{formatDateTime(madeAt, timeZone)}</time>
          </Text>
        </li>
      ))}
    </ol>
  );
}
