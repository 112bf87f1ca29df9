import { InlineStack, Text } from "@shopify/polaris";

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
