import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { CentredBox } from "../install/centred-box.tsx";
import { ShopBrand, type Brand } from "./shop-brand.tsx";

type Props = { title: string; brand?: Brand | null; children: ReactNode };

/** A small page of the portal: the shop where it is known, a title, and what there is to do. */
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
