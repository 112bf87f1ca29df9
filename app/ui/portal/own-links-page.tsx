import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, Link, Page, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { newOwnLinkForm } from "#app/contracts/link-forms.ts";
import type { LinkWire } from "#app/contracts/link.ts";
import { affiliateLinkPath, type LinkPlaces, readStoreTarget } from "#app/domain/affiliate-link.ts";
import { Section } from "../shared/detail-page.tsx";
import type { FormRefusal } from "../shared/error-banner.tsx";
import { useTextControl } from "../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../shared/form/use-app-form.ts";
import { formatCount, formatDate } from "../shared/format.ts";
import { type LinkChoices, LinkFields, noLink } from "../shared/links/link-fields.tsx";
import type { PageOfList } from "../shared/list/list-footer.tsx";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { StateBadge } from "../shared/state-badge.tsx";
import { useText } from "../texts/use-text.ts";
import { OwnCopyButton } from "./own-copy-button.tsx";
import { useLinkTexts } from "./use-link-texts.ts";
import { OwnErrorBanner } from "./own-error-banner.tsx";

type Props = {
  links: readonly LinkWire[];
  pagination: PageOfList;
  /** Names the part of the URL that was ignored. */
  fault: string | null;
  search: string;
  code: string;
  places: LinkPlaces;
  choices: LinkChoices;
  addressStart: string;
  timeZone: string;
  refusal: FormRefusal | null;
};

/** The affiliate's links, a form for a new one, and a maker of links without a record. */
export function OwnLinksPage(props: Props) {
  const t = useText("portal");
  const home = useText("home");
  const { links, pagination, fault, search, code, places, choices, addressStart, timeZone, refusal } = props;
  return (
    <main>
      <Page title={t("links.title")} backAction={{ content: home("nav.more"), url: "/portal/more" }}>
        <BlockStack gap="400">
          {fault !== null && <Banner tone="warning">{t("links.addressFault")}</Banner>}
          <Section title={t("links.deep.title")}>
            <DeepLinkMaker code={code} places={places} />
          </Section>
          <Section title={t("links.title")}>
            {(pagination.total > 10 || search !== "") && <SearchForm key={search} search={search} />}
            <OwnLinkTable links={links} timeZone={timeZone} isNarrowed={search !== ""} />
            {pagination.total > links.length && <LinkPager pagination={pagination} search={search} />}
          </Section>
          <Section title={t("links.create")}>
            <NewLinkForm choices={choices} addressStart={addressStart} refusal={refusal} />
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

/** Pager of newer and older links. */
function LinkPager({ pagination: { page, limit, total }, search }: Pick<Props, "pagination" | "search">) {
  const t = useText("portal");
  const hrefOf = (number: number) =>
    `?${new URLSearchParams({ page: String(number), limit: String(limit), search })}`;
  return (
    <InlineStack align="space-between">
      {page > 1 ? <Button url={hrefOf(page - 1)}>{t("links.newer")}</Button> : <span />}
      {page * limit < total && <Button url={hrefOf(page + 1)}>{t("links.older")}</Button>}
    </InlineStack>
  );
}

function SearchForm({ search }: { search: string }) {
  const t = useText("portal");
  const [text, setText] = useState(search);
  return (
    <Form method="get" aria-label={t("links.search")}>
      <TextField
        id="own-links-search"
        label={t("links.search")}
        labelHidden
        name="search"
        type="search"
        placeholder={t("links.search")}
        value={text}
        onChange={setText}
        autoComplete="off"
        maxLength={200}
        connectedRight={<Button submit>{t("links.searchButton")}</Button>}
      />
    </Form>
  );
}

function NewLinkForm({
  choices,
  addressStart,
  refusal,
}: Pick<Props, "choices" | "addressStart" | "refusal">) {
  const t = useText("portal");
  const texts = useLinkTexts();
  const { programId: _merchants, ...own } = noLink;
  const { id, fields, values, banner } = useAppForm({
    id: "link",
    defaultValue: own satisfies FieldsOf<typeof newOwnLinkForm>,
    answer: refusal,
  });
  const target = useTextControl(fields.target);
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" id={id} noValidate>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t("links.createHelp")}
        </Text>
        <OwnErrorBanner {...banner} />
        <LinkFields
          fields={fields}
          target={target}
          chosenCode={values.discountCode}
          choices={choices}
          addressStart={addressStart}
          isNew
          texts={texts}
        />
        <InlineStack align="end">
          <Button submit variant="primary" loading={isBusy}>
            {t("links.createButton")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

type DeepLinkMakerProps = { code: string; places: LinkPlaces };

/** Turns a pasted page of the store into a link. Nothing is stored. */
function DeepLinkMaker({ code, places }: DeepLinkMakerProps) {
  const t = useText("portal");
  const [address, setAddress] = useState("");
  const { storeRoot, shopDomain, appUrl } = places;
  const read = readStoreTarget(address, { root: storeRoot, domain: shopDomain });
  const isTyped = address.trim() !== "";
  const link = "path" in read ? `${appUrl}${affiliateLinkPath(code, shopDomain, read.path)}` : "";
  return (
    <BlockStack gap="300">
      <TextField
        id="deep-link-address"
        label={t("links.fields.page")}
        value={address}
        onChange={setAddress}
        autoComplete="off"
        maxLength={2000}
        placeholder={`${storeRoot}products/…`}
        helpText={t("links.deep.help")}
        {...(isTyped && "fault" in read && { error: t(`links.deep.fault.${read.fault}`) })}
      />
      {isTyped && link !== "" && (
        <TextField
          label={t("links.deep.link")}
          value={link}
          readOnly
          autoComplete="off"
          connectedRight={<OwnCopyButton text={link} label={t("links.deep.copy")} />}
        />
      )}
      <Text as="p" tone="subdued">
        {t("links.deep.note")}
      </Text>
    </BlockStack>
  );
}

type OwnLinkTableProps = { links: readonly LinkWire[]; timeZone: string; isNarrowed: boolean };

/** The affiliate's links with what each brought. */
function OwnLinkTable({ links, timeZone, isNarrowed }: OwnLinkTableProps) {
  const t = useText("portal");
  const states = useText("states");
  if (links.length === 0) {
    return <Text as="p">{t(isNarrowed ? "links.noMatch" : "links.none")}</Text>;
  }
  return (
    <ScrollBox label={t("links.table")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("links.link")}</th>
            <th scope="col">{t("links.fields.address")}</th>
            <th scope="col">{t("links.fields.subId")}</th>
            <th scope="col">{t("links.state")}</th>
            <th scope="col" className="amount">
              {t("links.clicks")}
            </th>
            <th scope="col" className="amount">
              {t("links.orders")}
            </th>
            <th scope="col">{t("links.created")}</th>
            <th scope="col">{t("copy.copy")}</th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={link.id}>
              <th scope="row" className="wrapping-cell">
                <Link url={`/portal/links/${link.id}`}>{link.name}</Link>
              </th>
              <td className="no-break">{`/r/${link.slug}`}</td>
              <td>{link.subId}</td>
              <td>
                <StateBadge of="link" state={link.status}>
                  {states(`link.${link.status}`)}
                </StateBadge>
              </td>
              <td className="amount">{formatCount(link.figures.clicks)}</td>
              <td className="amount">{formatCount(link.figures.orders)}</td>
              <td className="no-break">{formatDate(link.createdAt, timeZone)}</td>
              <td>
                <OwnCopyButton
                  text={link.forms.short}
                  label={t("copy.copy")}
                  spoken={t("copy.code", { code: link.name })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
