import { BlockStack, Button, Page, Text } from "@shopify/polaris";
import { Section } from "../shared/detail-page.tsx";
import { formatMonth } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { useText } from "../texts/use-text.ts";

/** Monthly statements of the affiliate with earnings, payments and balance. */
export function OwnStatementsPage({ months }: { months: readonly string[] }) {
  const t = useText("portal");
  const home = useText("home");
  return (
    <main>
      <Page title={t("statements.title")} backAction={{ content: home("nav.more"), url: "/portal/more" }}>
        <BlockStack gap="400">
          <Section title={t("statements.section")}>
            <Text as="p" tone="subdued">
              {t("statements.help")}
            </Text>
            {months.length === 0 ? (
              <Text as="p">{t("statements.none")}</Text>
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
  const t = useText("portal");
  return (
    <ScrollBox label={t("statements.section")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("statements.month")}</th>
            <th scope="col">{t("statements.pdf")}</th>
            <th scope="col">{t("statements.csv")}</th>
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
  const t = useText("portal");
  const name = format.toUpperCase();
  return (
    <Button
      variant="plain"
      url={`/portal/statements/${month}.${format}`}
      download
      accessibilityLabel={t("statements.download", { format: name, month: formatMonth(month) })}
    >
      {name}
    </Button>
  );
}
