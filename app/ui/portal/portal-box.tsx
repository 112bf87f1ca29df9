import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { CentredBox } from "../install/centred-box.tsx";

type Props = { title: string; brand?: Brand | null; children: ReactNode };

/** A small page of the portal: the shop if known, a title and content. */
export function PortalBox({ title, brand = null, children }: Props) {
  return (
    <main>
      <CentredBox>
        <Card>
          <BlockStack gap="400">
            {brand && <ShopBrand brand={brand} />}
            <Text as="h1" variant="headingLg">
              {title}
            </Text>
            {children}
          </BlockStack>
        </Card>
      </CentredBox>
    </main>
  );
}

export type Brand = { readonly name: string; readonly logo: string | null };

/** The parts of a shop that affiliates see. */
export function ShopBrand({ brand: { name, logo } }: { brand: Brand }) {
  return (
    <InlineStack gap="300" blockAlign="center">
      {logo && <img src={logo} alt="" height={32} referrerPolicy="no-referrer" className="portal-logo" />}
      <Text as="p" variant="headingMd">
        {name}
      </Text>
    </InlineStack>
  );
}
