import { BlockStack, Card, ProgressBar, Text } from "@shopify/polaris";
import { useId } from "react";

type Props = { text: string; done: number; total: number; note: string };

/** Progress of a job that the merchant need not wait for. Screen readers hear each new text. */
export function TaskProgress({ text, done, total, note }: Props) {
  const id = useId();
  return (
    <Card>
      <BlockStack gap="200">
        <output id={id}>
          <Text as="span">{text}</Text>
        </output>
        <ProgressBar
          progress={total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100))}
          size="small"
          ariaLabelledBy={id}
        />
        <Text as="p" tone="subdued">
          {note}
        </Text>
      </BlockStack>
    </Card>
  );
}
