import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, Link, RadioButton, Text } from "@shopify/polaris";
import { useState } from "react";
import { emailFrequencies, type EmailFrequency } from "#app/domain/events.ts";
import { ErrorBanner } from "../shared/error-banner.tsx";
import type { FormAnswer } from "../shared/field-errors.ts";
import { useText } from "../texts/use-text.ts";
import { PortalBox } from "./portal-box.tsx";

type Props = {
  /** Null where the email's link doesn't work. */
  readonly frequency: EmailFrequency | null;
  readonly answer: FormAnswer | null;
};

/** How often emails about commissions come. Opened from the portal, or from an email without signing in. */
export function NotificationsPage({ frequency, answer }: Props) {
  const t = useText("portal");
  return (
    <PortalBox title={t("notifications.title")}>
      {frequency === null ? (
        <Banner tone="warning">
          <BlockStack gap="200">
            <Text as="p">{t("notifications.badLink")}</Text>
            <Link url="/portal/notifications">{t("notifications.signIn")}</Link>
          </BlockStack>
        </Banner>
      ) : (
        <>
          <FrequencyForm key={frequency} frequency={frequency} answer={answer} />
          <Link url="/portal">{t("notifications.portal")}</Link>
        </>
      )}
    </PortalBox>
  );
}

function FrequencyForm({ frequency, answer }: { frequency: EmailFrequency; answer: FormAnswer | null }) {
  const t = useText("portal");
  const [chosen, setChosen] = useState(frequency);
  const isBusy = useNavigation().state !== "idle";
  const refusal = answer?.ok === false ? answer : null;
  const labels: Readonly<Record<EmailFrequency, string>> = {
    immediate: t("notifications.immediate"),
    daily: t("notifications.daily"),
    never: t("notifications.never"),
  };
  return (
    <Form method="post">
      <BlockStack gap="400">
        {answer?.ok === true && <Banner tone="success">{t("notifications.saved")}</Banner>}
        <ErrorBanner message={refusal?.message} answer={refusal} />
        <fieldset className="plain-fieldset">
          <legend>{t("notifications.label")}</legend>
          <BlockStack gap="100">
            {emailFrequencies.map((one) => (
              <RadioButton
                key={one}
                id={`frequency-${one}`}
                name="frequency"
                value={one}
                label={labels[one]}
                checked={chosen === one}
                onChange={() => setChosen(one)}
              />
            ))}
          </BlockStack>
        </fieldset>
        <Text as="p" tone="subdued">
          {t("notifications.help")}
        </Text>
        <Button submit variant="primary" loading={isBusy}>
          {t("notifications.save")}
        </Button>
      </BlockStack>
    </Form>
  );
}
