import { BlockStack, ProgressBar, Text } from "@shopify/polaris";

type Share = { readonly label: string; readonly part: number; readonly of: number };

/** How the orders of a code were made up, as bars with their figures; nothing for other evidence. */
export function SharesPicture({ evidence }: { evidence: Readonly<Record<string, unknown>> }) {
  const shares = sharesOf(evidence);
  if (shares.length === 0) return null;
  return (
    <BlockStack gap="300">
      {shares.map(({ label, part, of }) => (
        <BlockStack key={label} gap="100">
          <Text as="p">{`${label}: ${part} of ${of}`}</Text>
          <div aria-hidden="true">
            <ProgressBar size="small" progress={of === 0 ? 0 : Math.round((100 * part) / of)} />
          </div>
        </BlockStack>
      ))}
    </BlockStack>
  );
}

function sharesOf(evidence: Readonly<Record<string, unknown>>): Share[] {
  const count = (name: string) => readNumber(evidence[name]);
  const orders = count("orders");
  const visited = count("visited");
  if (orders === null || visited === null) return [];
  const before = count("ordersBefore") ?? 0;
  return [
    { label: "With a visit, last 30 days", part: visited, of: orders },
    { label: "With a visit, the 60 days before", part: count("visitedBefore") ?? 0, of: before },
    { label: "First orders", part: count("fresh") ?? 0, of: orders },
    { label: "From coupon sites or another affiliate's link", part: count("foreign") ?? 0, of: orders },
  ];
}

function readNumber(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
