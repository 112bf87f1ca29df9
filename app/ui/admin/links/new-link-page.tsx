import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Page } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, textsGiven, type FormRefusal } from "../../shared/field-errors.ts";
import { englishLinkTexts } from "../../shared/links/link-texts.ts";
import { LinkFields, type LinkChoices } from "../../shared/links/link-fields.tsx";
import { linkFieldNames, noLink } from "../../shared/links/link-values.ts";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { ProductPicker } from "./product-picker.tsx";
import { useChoicesOf } from "./use-choices-of.ts";

type Props = {
  /** Address of the affiliate whose page led here, or nothing. */
  affiliate: string;
  choices: LinkChoices;
  addressStart: string;
  refusal: FormRefusal | null;
};

const list = { content: "Links", url: "/dashboard/affiliates/links" };

/** Makes a link of an affiliate to a page of the store. */
export function NewLinkPage({ affiliate, choices, addressStart, refusal }: Props) {
  const [values, setValues] = useState(() => textsGiven(refusal, { affiliateId: affiliate, ...noLink }));
  const isBusy = useNavigation().state !== "idle";
  const offered = useChoicesOf(values.affiliateId, { affiliate, choices });
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <Page title="Make a link" backAction={list} narrowWidth>
      <Card>
        <Form method="post" noValidate>
          <BlockStack gap="400">
            <ErrorBanner
              message={bannerMessage(refusal, ["affiliateId", ...linkFieldNames])}
              answer={refusal}
            />
            <AffiliateField
              id="link-affiliateId"
              value={values.affiliateId}
              onChange={(value) => set("affiliateId", value)}
              error={fieldError(refusal, "affiliateId")}
            />
            <ProductPicker onChoose={(path) => set("target", path)} />
            <LinkFields
              values={values}
              onChange={set}
              refusal={refusal}
              choices={offered}
              addressStart={addressStart}
              isNew
              texts={englishLinkTexts()}
            />
            <InlineStack align="end" gap="200">
              <Button url={list.url}>Cancel</Button>
              <Button submit variant="primary" loading={isBusy}>
                Make link
              </Button>
            </InlineStack>
          </BlockStack>
        </Form>
      </Card>
    </Page>
  );
}
