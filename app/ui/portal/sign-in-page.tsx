import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, FormLayout, Text } from "@shopify/polaris";
import type { signInForm } from "#app/contracts/portal.ts";
import type { FormRefusal } from "../shared/error-banner.tsx";
import { FormTextField } from "../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../shared/form/use-app-form.ts";
import { useText } from "../texts/use-text.ts";
import { LinkPage, useLinkToken } from "./link-page.tsx";
import { type Brand, PortalBox } from "./portal-box.tsx";
import { OwnErrorBanner } from "./own-error-banner.tsx";

export type SignInAnswer =
  { readonly ok: true; readonly email: string } | ({ readonly ok: false } & FormRefusal);

type Props = {
  /** Null if the URL names no shop. The form asks for it then. */
  brand: Brand | null;
  /** False where no email server is set up. */
  canEmail: boolean;
  answer: SignInAnswer | null;
};

/** Signs in with an email's link, or asks for an email address to send one to. */
export function SignInPage(props: Props) {
  const t = useText("portal");
  const token = useLinkToken();
  if (token === "") return <EmailForm {...props} />;
  return (
    <LinkPage
      title={t("signIn.title")}
      text={t("signIn.linkText")}
      button={t("signIn.linkButton")}
      action="/portal/sign-in?link"
    />
  );
}

function EmailForm({ brand, canEmail, answer }: Props) {
  const t = useText("portal");
  const { id, fields, banner } = useAppForm({
    id: "sign-in",
    defaultValue: { shop: "", email: "" } satisfies FieldsOf<typeof signInForm>,
    answer,
  });
  const busy = useNavigation().state !== "idle";
  if (!canEmail) return <NoEmailServer brand={brand} />;
  if (answer?.ok) return <EmailSent brand={brand} email={answer.email} />;
  return (
    <PortalBox title={t("signIn.title")} brand={brand}>
      <OwnErrorBanner {...banner} />
      <Form method="post" id={id}>
        <FormLayout>
          {brand === null && (
            <FormTextField
              field={fields.shop}
              label={t("signIn.store")}
              suffix=".myshopify.com"
              helpText={t("signIn.storeHelp")}
              requiredIndicator
            />
          )}
          <FormTextField
            field={fields.email}
            label={t("signIn.email")}
            type="email"
            autoComplete="email"
            helpText={t("signIn.emailHelp")}
            requiredIndicator
          />
          <Button submit variant="primary" loading={busy}>
            {t("signIn.submit")}
          </Button>
        </FormLayout>
      </Form>
    </PortalBox>
  );
}

function NoEmailServer({ brand }: Pick<Props, "brand">) {
  const t = useText("portal");
  return (
    <PortalBox title={t("signIn.title")} brand={brand}>
      <Banner tone="warning">
        {brand ? t("signIn.noEmailServer", { shop: brand.name }) : t("signIn.noEmailServerAnyStore")}
      </Banner>
    </PortalBox>
  );
}

function EmailSent({ brand, email }: { brand: Brand | null; email: string }) {
  const t = useText("portal");
  return (
    <PortalBox title={t("signIn.title")} brand={brand}>
      <Banner tone="info" title={t("signIn.sentTitle")}>
        <BlockStack gap="200">
          <Text as="p">{t("signIn.sent", { email })}</Text>
          <Text as="p">{t("signIn.sentHelp")}</Text>
        </BlockStack>
      </Banner>
    </PortalBox>
  );
}
