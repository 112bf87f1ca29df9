import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineError, Link, RadioButton, Text } from "@shopify/polaris";
import type { notificationsForm } from "#app/contracts/portal.ts";
import { emailFrequencies, type EmailFrequency } from "#app/domain/events.ts";
import type { FormAnswer } from "../shared/error-banner.tsx";
import { useListControl } from "../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../shared/form/use-app-form.ts";
import { useText } from "../texts/use-text.ts";
import { PortalBox } from "./portal-box.tsx";
import { OwnErrorBanner } from "./own-error-banner.tsx";

type Props = {
  /** Null if the email's link is invalid. */
  readonly frequency: EmailFrequency | null;
  readonly answer: FormAnswer | null;
};

/**
 * Choice of how often emails about commissions are sent. Opened from the portal, or from an email without signing in.
 */
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
  const { id, fields, banner } = useAppForm({
    id: "notifications",
    defaultValue: { frequency: [frequency] } satisfies FieldsOf<typeof notificationsForm>,
    answer,
  });
  const { selected, select, error } = useListControl(fields.frequency);
  const isBusy = useNavigation().state !== "idle";
  const labels: Readonly<Record<EmailFrequency, string>> = {
    immediate: t("notifications.immediate"),
    daily: t("notifications.daily"),
    never: t("notifications.never"),
  };
  return (
    <Form method="post" id={id}>
      <BlockStack gap="400">
        {answer?.ok === true && <Banner tone="success">{t("notifications.saved")}</Banner>}
        <OwnErrorBanner {...banner} />
        <fieldset className="plain-fieldset">
          <legend>{t("notifications.label")}</legend>
          <BlockStack gap="100">
            {emailFrequencies.map((one) => (
              <RadioButton
                key={one}
                id={`frequency-${one}`}
                name={fields.frequency.name}
                value={one}
                label={labels[one]}
                checked={selected.includes(one)}
                onChange={() => select([one])}
              />
            ))}
            {error !== undefined && <InlineError message={error} fieldID="frequency" />}
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
