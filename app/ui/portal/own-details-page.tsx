import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, Page, Text } from "@shopify/polaris";
import type { OwnDetailsWire } from "#app/contracts/payout-details.ts";
import { Section } from "../shared/detail-page.tsx";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { bannerMessage, type FormRefusal } from "../shared/field-errors.ts";
import { DetailsForm } from "./details-form.tsx";
import { DetailsStanding } from "./details-standing.tsx";
import { KindChoice } from "./kind-choice.tsx";

export type DetailsAnswer =
  | { readonly ok: true; readonly what: "mailed" | "withdrawn" | "reminders" }
  | ({ readonly ok: false } & FormRefusal);

type Props = OwnDetailsWire & { readonly answer: DetailsAnswer | null };

/** Where an affiliate says how they want to be paid, and reads what holds now and what will hold when. */
export function OwnDetailsPage({ answer, ...page }: Props) {
  const { details, email } = page;
  const refusal = answer?.ok === false ? answer : null;
  const isEntering = refusal?.given?.["intent"] === "enter";
  return (
    <main>
      <Page title="Payout details" backAction={{ content: "Your affiliate page", url: "/portal" }}>
        <BlockStack gap="400">
          {refusal && !isEntering && <ErrorBanner message={bannerMessage(refusal, [])} answer={refusal} />}
          {answer?.ok && <DoneBanner what={answer.what} email={email} />}
          <Section title="Where you are paid">
            <DetailsStanding {...page} />
          </Section>
          <Section title={details.current || details.next ? "Change it" : "Enter your payout details"}>
            <EnterDetails page={page} refusal={isEntering ? refusal : null} />
          </Section>
          <Section title="Reminders">
            <Reminders isWanted={page.wantsReminders} />
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function EnterDetails({ page, refusal }: { page: OwnDetailsWire; refusal: FormRefusal | null }) {
  const { kind, details, canEmail } = page;
  if (kind === null) {
    return <Text as="p">{`${page.shopName} pays its affiliates in its own way: ask there.`}</Text>;
  }
  if (!canEmail) {
    return (
      <Banner tone="warning">
        {`Confirmation links can't be emailed right now, so you can't change this. Contact ${page.shopName}.`}
      </Banner>
    );
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
  if (what === "mailed") {
    return (
      <Banner tone="info" title="Look into your mail">
        <p>{`A link is on its way to ${email}. Until you confirm there, nothing changes.`}</p>
      </Banner>
    );
  }
  return (
    <Banner tone="success">
      {what === "withdrawn" ? "The change was withdrawn." : "Your choice was saved."}
    </Banner>
  );
}

function Reminders({ isWanted }: { isWanted: boolean }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="reminders" />
      <input type="hidden" name="wanted" value={isWanted ? "no" : "yes"} />
      <BlockStack gap="300">
        <Text as="p">
          {isWanted
            ? "When money waits for you and payout details are missing, you get a mail: at once, after a week, and then once a month."
            : "You get no mail when money waits for your payout details."}
        </Text>
        <InlineStack>
          <Button submit loading={isBusy}>
            {isWanted ? "Switch reminders off" : "Switch reminders on"}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}
