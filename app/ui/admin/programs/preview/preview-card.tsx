import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Link, List, Text } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import { findDecimal, type Money, toDecimal } from "#app/domain/money.ts";
import { ErrorBanner, type FormRefusal } from "../../../shared/error-banner.tsx";
import { formatMoney } from "../../../shared/format.ts";
import { useText } from "../../../texts/use-text.ts";
import { offerLines } from "../offer-words.ts";
import type { TermsFormState } from "../use-program-form.ts";
import { OrderFields } from "./order-fields.tsx";
import { PreviewCalculation } from "./preview-calculation.tsx";
import type { BasketDraft } from "./use-preview.ts";

type Props = {
  state: TermsFormState;
  timeZone: string;
  /** The page that takes the draft to be tested on past orders. */
  backtests: string;
};

type Opened = "order" | "calculation";

/** Commission under the typed terms, before they are saved. On a phone it is a bar at the foot. It needs JavaScript. */
export function PreviewCard({ state, timeZone, backtests }: Props) {
  const t = useText("programs");
  const { preview, values } = state;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isShown, setShown] = useState(false);
  const toggle = (what: Opened) => setOpened(opened === what ? null : what);
  return (
    <section className="needs-script editor-preview" aria-label={t("preview.title")}>
      <Card>
        <BlockStack gap="300">
          <InlineStack align="space-between" blockAlign="center">
            <Text as="h2" variant="headingMd">
              {t("preview.title")}
            </Text>
            <div className="editor-preview-toggle">
              <Button variant="plain" ariaExpanded={isShown} onClick={() => setShown(!isShown)}>
                {isShown ? t("preview.hide") : t("preview.show")}
              </Button>
            </div>
          </InlineStack>
          <PreviewAmounts state={state} />
          <div className="editor-preview-body" data-shown={isShown}>
            <BlockStack gap="300">
              <InlineStack gap="300">
                <Button variant="plain" ariaExpanded={opened === "order"} onClick={() => toggle("order")}>
                  {opened === "order" ? t("preview.doneEditing") : t("preview.edit")}
                </Button>
                <Button
                  variant="plain"
                  ariaExpanded={opened === "calculation"}
                  onClick={() => toggle("calculation")}
                >
                  {opened === "calculation" ? t("preview.hideCalculation") : t("preview.calculation")}
                </Button>
              </InlineStack>
              {opened === "order" && (
                <OrderFields basket={preview.basket} terms={values.terms} onChange={preview.setBasket} />
              )}
              {opened === "calculation" && (
                <PreviewCalculation preview={preview} terms={values.terms} timeZone={timeZone} />
              )}
              <BlockStack gap="100">
                <Text as="h3" variant="headingSm">
                  {t("preview.affiliatesSee")}
                </Text>
                <List>
                  {offerLines(values.terms).map((line) => (
                    <List.Item key={line}>{line}</List.Item>
                  ))}
                </List>
              </BlockStack>
              <TestOnPastOrders page={backtests} terms={values.terms} />
            </BlockStack>
          </div>
        </BlockStack>
      </Card>
    </section>
  );
}

/** The sample order and its commission, beside that of the terms in force. */
function PreviewAmounts({ state }: { state: TermsFormState }) {
  const t = useText("programs");
  const { preview, currency, errors } = state;
  const { seen, isStale, failure, basket } = preview;
  const total = orderTotal(basket, currency);
  const { draft, today } = seen?.basket ?? {};
  const isNew = today && today.totals.commission.amount !== draft?.totals.commission.amount;
  return (
    <div aria-live="polite" className={isStale ? "dimmed" : ""} aria-busy={isStale}>
      <BlockStack gap="100">
        {total && <Row name={t("preview.order", { amount: formatMoney(total) })} />}
        <Row name={t("preview.commission")}>
          <Text as="span" variant="headingMd" numeric>
            {draft ? formatMoney(draft.totals.commission) : t("preview.loading")}
          </Text>
        </Row>
        {isNew && (
          <Row name={t("preview.now")}>
            <Text as="span" tone="subdued" numeric>
              {formatMoney(today.totals.commission)}
            </Text>
          </Row>
        )}
        {draft?.moreThanSold && (
          <Text as="p" tone="critical">
            {t("preview.moreThanSold")}
          </Text>
        )}
        {errors.length > 0 && preview.errors.length > 0 && <Text as="p">{t("preview.fix")}</Text>}
        {failure !== null && <Text as="p">{failure}</Text>}
      </BlockStack>
    </div>
  );
}

function Row({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <InlineStack align="space-between" blockAlign="baseline" gap="200">
      <Text as="span">{name}</Text>
      {children}
    </InlineStack>
  );
}

/** Price of the sample order; null while it isn't typed. */
function orderTotal(
  { lines }: BasketDraft,
  currency: string,
): { amount: string; currencyCode: string } | null {
  let minor = 0n;
  for (const { price, quantity, discount } of lines) {
    const [one, off] = [decimalOf(price.amount, currency), decimalOf(discount.amount, currency)];
    if (!one || !off || !/^\d{1,6}$/.test(quantity)) return null;
    minor += one.minor * BigInt(quantity) - off.minor;
  }
  return { amount: toDecimal({ minor, currency }), currencyCode: currency };
}

function decimalOf(text: string, currency: string): Money | null {
  return findDecimal(text.trim(), currency);
}

/** Starts a test of the draft, saved or not, and opens its page. The link leads to other days and earlier tests. */
function TestOnPastOrders({ page, terms }: { page: string; terms: unknown }) {
  const t = useText("programs");
  const fetcher = useFetcher<{ readonly ok: boolean } & FormRefusal>();
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const run = () =>
    fetcher.submit({ intent: "start", terms: JSON.stringify(terms) }, { method: "post", action: page });
  return (
    <BlockStack gap="200">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Button fullWidth onClick={run} loading={fetcher.state !== "idle"}>
        {t("preview.test")}
      </Button>
      <Link url={page}>{t("preview.backtests")}</Link>
    </BlockStack>
  );
}
