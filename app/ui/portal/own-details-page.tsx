import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, Page, Text } from "@shopify/polaris";
import type { OwnDetailsWire } from "#app/contracts/payout-details.ts";
import { Section } from "../shared/detail-page.tsx";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { bannerMessage, type FormRefusal } from "../shared/field-errors.ts";
import { useText } from "../texts/use-text.ts";
import { DetailsForm } from "./details-form.tsx";
import { DetailsStanding } from "./details-standing.tsx";
import { KindChoice } from "./kind-choice.tsx";

export type DetailsAnswer =
  | { readonly ok: true; readonly what: "mailed" | "withdrawn" | "reminders" }
  | ({ readonly ok: false } & FormRefusal);

type Props = OwnDetailsWire & { readonly answer: DetailsAnswer | null };

/** Where an affiliate says how they want to be paid, and reads what holds now and what will hold when. */
export function OwnDetailsPage({ answer, ...page }: Props) {
  const t = useText("portal");
  const home = useText("home");
  const { details, email } = page;
  const refusal = answer?.ok === false ? answer : null;
  const isEntering = refusal?.given?.["intent"] === "enter";
  return (
    <main>
      <Page title={t("details.title")} backAction={{ content: home("nav.more"), url: "/portal/more" }}>
        <BlockStack gap="400">
          {refusal && !isEntering && <ErrorBanner message={bannerMessage(refusal, [])} answer={refusal} />}
          {answer?.ok && <DoneBanner what={answer.what} email={email} />}
          <Section title={t("details.where")}>
            <DetailsStanding {...page} />
          </Section>
          <Section title={t(details.current || details.next ? "details.change" : "details.add")}>
            <EnterDetails page={page} refusal={isEntering ? refusal : null} />
          </Section>
          <Section title={t("details.reminders")}>
            <Reminders isWanted={page.wantsReminders} />
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function EnterDetails({ page, refusal }: { page: OwnDetailsWire; refusal: FormRefusal | null }) {
  const t = useText("portal");
  const { kind, details, canEmail } = page;
  if (kind === null) {
    return <Text as="p">{t("details.noWay", { shop: page.shopName })}</Text>;
  }
  if (!canEmail) {
    return <Banner tone="warning">{t("details.noMailServer", { shop: page.shopName })}</Banner>;
  }
  return (
    <>
      <KindChoice kinds={page.kinds} kind={kind} />
      {/* With what was kept the form begins anew. */}
      <DetailsForm
        key={`${kind} ${details.unconfirmed?.id ?? ""}`}
        kind={kind}
        page={page}
        refusal={refusal}
      />
    </>
  );
}

function DoneBanner({ what, email }: { what: "mailed" | "withdrawn" | "reminders"; email: string }) {
  const t = useText("portal");
  if (what === "mailed") {
    return (
      <Banner tone="info" title={t("details.mailedTitle")}>
        <p>{t("details.mailed", { email })}</p>
      </Banner>
    );
  }
  return <Banner tone="success">{t(what === "withdrawn" ? "details.withdrawn" : "details.saved")}</Banner>;
}

function Reminders({ isWanted }: { isWanted: boolean }) {
  const t = useText("portal");
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="reminders" />
      <input type="hidden" name="wanted" value={isWanted ? "no" : "yes"} />
      <BlockStack gap="300">
        <Text as="p">{t(isWanted ? "details.remindersOn" : "details.remindersOff")}</Text>
        <InlineStack>
          <Button submit loading={isBusy}>
            {t(isWanted ? "details.turnOff" : "details.turnOn")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}
