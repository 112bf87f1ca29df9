import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, FormLayout, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../shared/field-errors.ts";
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

const title = "Affiliate sign-in";

/** Where the mail's link signs in; without a link, the form that asks for one. */
export function SignInPage(props: Props) {
  const token = useLinkToken();
  if (token === "") return <MailForm {...props} />;
  return (
    <LinkPage
      title={title}
      text="Go on to your affiliate page."
      button="Sign in"
      action="/portal/sign-in?link"
    />
  );
}

function MailForm({ brand, canEmail, answer }: Props) {
  const [email, setEmail] = useState("");
  const [shop, setShop] = useState("");
  const busy = useNavigation().state !== "idle";
  const refusal = answer?.ok === false ? answer : null;
  const emailError = fieldError(refusal, "email");
  const shopError = fieldError(refusal, "shop");
  if (!canEmail) return <NoMailServer brand={brand} />;
  if (answer?.ok) return <MailSent brand={brand} email={answer.email} />;
  return (
    <PortalBox title={title} brand={brand}>
      <ErrorBanner message={bannerMessage(refusal, ["email", "shop"])} answer={refusal} />
      <Form method="post">
        <FormLayout>
          {brand === null && (
            <TextField
              label="Store"
              name="shop"
              value={shop}
              onChange={setShop}
              autoComplete="off"
              suffix=".myshopify.com"
              helpText="The store that you are an affiliate of."
              requiredIndicator
              {...(shopError !== undefined && { error: shopError })}
            />
          )}
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="email"
            helpText="We send you a link that signs you in. There is no password."
            requiredIndicator
            {...(emailError !== undefined && { error: emailError })}
          />
          <Button submit variant="primary" loading={busy}>
            Send me a link
          </Button>
        </FormLayout>
      </Form>
    </PortalBox>
  );
}

function NoMailServer({ brand }: Pick<Props, "brand">) {
  return (
    <PortalBox title={title} brand={brand}>
      <Banner tone="warning">
        Sign-in links can&apos;t be emailed right now. Contact {brand?.name ?? "the store"}.
      </Banner>
    </PortalBox>
  );
}

function MailSent({ brand, email }: { brand: Brand | null; email: string }) {
  return (
    <PortalBox title={title} brand={brand}>
      <Banner tone="info" title="Look into your mail">
        <BlockStack gap="200">
          <Text as="p">
            If {email} belongs to an affiliate of this store, a link is on its way to it. It works once and
            for 30 minutes.
          </Text>
          <Text as="p">Nothing there? Look into the spam folder, or try again in a few minutes.</Text>
        </BlockStack>
      </Banner>
    </PortalBox>
  );
}
