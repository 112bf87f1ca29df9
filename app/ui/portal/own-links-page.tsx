import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Page, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { LinkPlaces } from "#app/domain/affiliate-link.ts";
import type { LinkWire } from "#app/contracts/link.ts";
import { Section } from "../shared/detail-page.tsx";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { bannerMessage, textsGiven, type FormRefusal } from "../shared/field-errors.ts";
import { DeepLinkMaker } from "../shared/links/deep-link-maker.tsx";
import { LinkFields, type LinkChoices } from "../shared/links/link-fields.tsx";
import { linkFieldNames, noLink } from "../shared/links/link-values.ts";
import { AddressFault } from "../shared/list/address-fault.tsx";
import { ListFooter, type PageOfList } from "../shared/list/list-footer.tsx";
import { OwnLinkTable } from "./own-link-table.tsx";

type Props = {
  links: readonly LinkWire[];
  pagination: PageOfList;
  search: string;
  code: string;
  places: LinkPlaces;
  choices: LinkChoices;
  addressStart: string;
  timeZone: string;
  refusal: FormRefusal | null;
};

/** The affiliate's links to any page of the store, a new one, and a link to a page for this once. */
export function OwnLinksPage(props: Props) {
  const { links, pagination, search, code, places, choices, addressStart, timeZone, refusal } = props;
  return (
    <main>
      <Page title="Your links" backAction={{ content: "Your affiliate page", url: "/portal" }}>
        <BlockStack gap="400">
          <AddressFault />
          <Section title="Link to a page">
            <DeepLinkMaker code={code} places={places} />
          </Section>
          <Section title="Your links">
            {(pagination.total > 10 || search !== "") && <SearchForm key={search} search={search} />}
            <OwnLinkTable links={links} timeZone={timeZone} isNarrowed={search !== ""} />
            {pagination.total > links.length && <ListFooter pagination={pagination} shown={links.length} />}
          </Section>
          <Section title="Make a link">
            <NewLinkForm choices={choices} addressStart={addressStart} refusal={refusal} />
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function SearchForm({ search }: { search: string }) {
  const [text, setText] = useState(search);
  return (
    <Form method="get" aria-label="Search your links">
      <TextField
        id="own-links-search"
        label="Search your links"
        labelHidden
        name="search"
        type="search"
        placeholder="Search your links"
        value={text}
        onChange={setText}
        autoComplete="off"
        maxLength={200}
        connectedRight={<Button submit>Search</Button>}
      />
    </Form>
  );
}

function NewLinkForm({
  choices,
  addressStart,
  refusal,
}: Pick<Props, "choices" | "addressStart" | "refusal">) {
  const [values, setValues] = useState(() => textsGiven(refusal, noLink));
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" noValidate>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          A link of its own has its own address and figures, so you see what works where.
        </Text>
        <ErrorBanner message={bannerMessage(refusal, linkFieldNames)} answer={refusal} />
        <LinkFields
          values={values}
          onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          refusal={refusal}
          choices={choices}
          addressStart={addressStart}
          isNew
        />
        <InlineStack align="end">
          <Button submit variant="primary" loading={isBusy}>
            Make link
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}
