import { BlockStack, Text } from "@shopify/polaris";

export type ProseSection = { readonly heading: string; readonly text: readonly string[] };

/** A page to read: a title, a lead and sections of plain text. */
export function ProsePage({ title, sections }: { title: string; sections: readonly ProseSection[] }) {
  return (
    <main className="prose">
      <BlockStack gap="600">
        <Text as="h1" variant="heading2xl">
          {title}
        </Text>
        {sections.map(({ heading, text }) => (
          <BlockStack key={heading} gap="200">
            <Text as="h2" variant="headingMd">
              {heading}
            </Text>
            {text.map((paragraph) => (
              <Text key={paragraph} as="p">
                {paragraph}
              </Text>
            ))}
          </BlockStack>
        ))}
      </BlockStack>
    </main>
  );
}
