import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, FormLayout, InlineStack, Page, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { OwnClaimWire } from "#app/contracts/claim.ts";
import { Section } from "../shared/detail-page.tsx";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal, textsGiven } from "../shared/field-errors.ts";
import { formatDateTime } from "../shared/format.ts";
import { StatusBadge } from "../shared/status-badge.tsx";

type Answer = { readonly ok: true } | ({ readonly ok: false } & FormRefusal);
type Props = { claims: readonly OwnClaimWire[]; timeZone: string; answer: Answer | null };

/** Where an affiliate says that an order was theirs, and reads what the store answered. */
export function OwnClaimsPage({ claims, timeZone, answer }: Props) {
  return (
    <main>
      <Page title="Your claims" backAction={{ content: "Your affiliate page", url: "/portal" }}>
        <BlockStack gap="400">
          <Section title="Claim an order">
            <Text as="p" tone="subdued">
              Did someone buy because of you, and the order is not among your commissions? Tell the store; a
              person there decides.
            </Text>
            {answer?.ok && <Banner tone="success">Your claim was sent to the store.</Banner>}
            {/* With what was sent the form begins anew. */}
            <ClaimForm key={claims[0]?.id ?? ""} refusal={answer?.ok === false ? answer : null} />
          </Section>
          <Section title="What you claimed">
            {claims.length === 0 ? (
              <Text as="p">You have claimed no order yet.</Text>
            ) : (
              <OwnClaimList claims={claims} timeZone={timeZone} />
            )}
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function ClaimForm({ refusal }: { refusal: FormRefusal | null }) {
  const [values, setValues] = useState(() => textsGiven(refusal, { order: "", note: "" }));
  const isBusy = useNavigation().state !== "idle";
  const orderError = fieldError(refusal, "order");
  const noteError = fieldError(refusal, "note");
  return (
    <Form method="post" noValidate>
      <BlockStack gap="300">
        <ErrorBanner message={bannerMessage(refusal, ["order", "note"])} answer={refusal} />
        <FormLayout>
          <TextField
            id="claim-order"
            name="order"
            label="Order number"
            placeholder="#1001"
            value={values.order}
            onChange={(order) => setValues((before) => ({ ...before, order }))}
            autoComplete="off"
            maxLength={50}
            requiredIndicator
            {...(orderError !== undefined && { error: orderError })}
          />
          <TextField
            id="claim-note"
            name="note"
            label="What makes it yours"
            value={values.note}
            onChange={(note) => setValues((before) => ({ ...before, note }))}
            autoComplete="off"
            multiline={3}
            maxLength={500}
            {...(noteError !== undefined && { error: noteError })}
          />
        </FormLayout>
        <InlineStack align="end">
          <Button submit variant="primary" loading={isBusy}>
            Send claim
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

function OwnClaimList({ claims, timeZone }: Pick<Props, "claims" | "timeZone">) {
  return (
    <ol className="history-list">
      {claims.map(({ id, orderName, note, status, madeAt, answer }) => (
        <li key={id}>
          <InlineStack gap="200" blockAlign="center">
            <Text as="span" fontWeight="semibold">
              {`Order ${orderName}`}
            </Text>
            <StatusBadge status={status} />
          </InlineStack>
          {note !== "" && <Text as="p">{note}</Text>}
          {answer && <Text as="p">{`The store answered: ${answer}`}</Text>}
          <Text as="p" tone="subdued" variant="bodySm">
            <time dateTime={madeAt}>{formatDateTime(madeAt, timeZone)}</time>
          </Text>
        </li>
      ))}
    </ol>
  );
}
