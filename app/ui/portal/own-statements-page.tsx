import { BlockStack, Button, Page, Text } from "@shopify/polaris";
import { Section } from "../shared/detail-page.tsx";
import { formatMonth } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";

/** The papers of an affiliate: for each month what was earned, what was paid and what is owed, line by line. */
export function OwnStatementsPage({ months }: { months: readonly string[] }) {
  return (
    <main>
      <Page title="Your statements" backAction={{ content: "Your affiliate page", url: "/portal" }}>
        <BlockStack gap="400">
          <Section title="Statements">
            <Text as="p" tone="subdued">
              Each says what was owed to you before the month, every movement in it, and what is owed after
              it. The present month grows until it is over.
            </Text>
            {months.length === 0 ? (
              <Text as="p">There is nothing to state yet: nothing was earned.</Text>
            ) : (
              <MonthTable months={months} />
            )}
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function MonthTable({ months }: { months: readonly string[] }) {
  return (
    <ScrollBox label="Statements">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">For reading</th>
            <th scope="col">For a spreadsheet</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td>
                <FileLink month={month} format="pdf" />
              </td>
              <td>
                <FileLink month={month} format="csv" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function FileLink({ month, format }: { month: string; format: "pdf" | "csv" }) {
  const name = format.toUpperCase();
  return (
    <Button
      variant="plain"
      url={`/portal/statements/${month}.${format}`}
      download
      accessibilityLabel={`${name} of ${formatMonth(month)}`}
    >
      {name}
    </Button>
  );
}
