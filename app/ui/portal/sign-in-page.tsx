import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, FormLayout, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../shared/field-errors.ts";
import { useText } from "../texts/use-text.ts";
import { LinkPage } from "./link-page.tsx";
import { PortalBox } from "./portal-box.tsx";
import type { Brand } from "./shop-brand.tsx";
import { useLinkToken } from "./use-link-token.ts";

export type MailAnswer =
  { readonly ok: true; readonly email: string } | ({ readonly ok: false } & FormRefusal);

type Props = {
  /** Null where the address names no shop: the form asks for it. */
  brand: Brand | null;
  /** False where no email server is set up. */
  canEmail: boolean;
  answer: MailAnswer | null;
};

/** Where the mail's link signs in; without a link, the form that asks for one. */
export function SignInPage(props: Props) {
  const t = useText("portal");
  const token = useLinkToken();
  if (token === "") return <MailForm {...props} />;
  return (
    <LinkPage
      title={t("signIn.title")}
      text={t("signIn.linkText")}
      button={t("signIn.linkButton")}
      action="/portal/sign-in?link"
    />
  );
}

function MailForm({ brand, canEmail, answer }: Props) {
  const t = useText("portal");
  const [email, setEmail] = useState("");
  const [shop, setShop] = useState("");
  const busy = useNavigation().state !== "idle";
  const refusal = answer?.ok === false ? answer : null;
  const emailError = fieldError(refusal, "email");
  const shopError = fieldError(refusal, "shop");
  if (!canEmail) return <NoMailServer brand={brand} />;
  if (answer?.ok) return <MailSent brand={brand} email={answer.email} />;
  return (
    <PortalBox title={t("signIn.title")} brand={brand}>
      <ErrorBanner message={bannerMessage(refusal, ["email", "shop"])} answer={refusal} />
      <Form method="post">
        <FormLayout>
          {brand === null && (
            <TextField
              label={t("signIn.store")}
              name="shop"
              value={shop}
              onChange={setShop}
              autoComplete="off"
              suffix=".myshopify.com"
              helpText={t("signIn.storeHelp")}
              requiredIndicator
              {...(shopError !== undefined && { error: shopError })}
            />
          )}
          <TextField
            label={t("signIn.email")}
            name="email"
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="email"
            helpText={t("signIn.emailHelp")}
            requiredIndicator
            {...(emailError !== undefined && { error: emailError })}
          />
          <Button submit variant="primary" loading={busy}>
            {t("signIn.submit")}
          </Button>
        </FormLayout>
      </Form>
    </PortalBox>
  );
}

function NoMailServer({ brand }: Pick<Props, "brand">) {
  const t = useText("portal");
  return (
    <PortalBox title={t("signIn.title")} brand={brand}>
      <Banner tone="warning">
        {brand ? t("signIn.noMailServer", { shop: brand.name }) : t("signIn.noMailServerAnyStore")}
      </Banner>
    </PortalBox>
  );
}

function MailSent({ brand, email }: { brand: Brand | null; email: string }) {
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
