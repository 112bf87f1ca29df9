import { Form, useFetcher, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, Combobox, InlineStack, Listbox } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { newLinkForm } from "#app/contracts/link-forms.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { useTextControl } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { type LinkChoices, LinkFields, noLink } from "../../shared/links/link-fields.tsx";
import { englishLinkTexts } from "../../shared/links/link-texts.ts";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { useGoodsSearch } from "../programs/terms/use-goods.ts";

type Props = {
  /** Email address of the affiliate whose page linked here, or empty. */
  affiliate: string;
  choices: LinkChoices;
  addressStart: string;
  refusal: FormRefusal | null;
};

const list = { content: "Links", url: "/dashboard/affiliates/links" };

/** Creates a link of an affiliate to a page of the store. */
export function NewLinkPage({ affiliate, choices, addressStart, refusal }: Props) {
  const { id, fields, values, banner } = useAppForm({
    id: "link",
    defaultValue: { affiliateId: affiliate, ...noLink } satisfies FieldsOf<typeof newLinkForm>,
    answer: refusal,
  });
  const target = useTextControl(fields.target);
  const isBusy = useNavigation().state !== "idle";
  const offered = useChoicesOf(values.affiliateId, { affiliate, choices });
  return (
    <AppPage title="Make a link" backAction={list} narrowWidth>
      <Card>
        <Form method="post" id={id} noValidate>
          <BlockStack gap="400">
            <ErrorBanner {...banner} />
            <AffiliateField field={fields.affiliateId} />
            <ProductPicker onChoose={target.onChange} />
            <LinkFields
              fields={fields}
              target={target}
              chosenCode={values.discountCode}
              choices={offered}
              addressStart={addressStart}
              isNew
              texts={englishLinkTexts()}
            />
            <InlineStack align="end" gap="200">
              <Button url={list.url}>Cancel</Button>
              <Button submit variant="primary" loading={isBusy}>
                Make link
              </Button>
            </InlineStack>
          </BlockStack>
        </Form>
      </Card>
    </AppPage>
  );
}

type AffiliateLinkChoices = { readonly affiliate: string; readonly choices: LinkChoices };

const pauseMs = 400;
const fewest = 2;

/** Discount codes and programs of the typed affiliate, fetched when typing pauses. */
function useChoicesOf(typed: string, first: AffiliateLinkChoices): LinkChoices {
  const fetcher = useFetcher<AffiliateLinkChoices>();
  const { load, data } = fetcher;
  const wanted = typed.trim();
  const isFirst = wanted === first.affiliate;
  useEffect(() => {
    if (isFirst || wanted.length < fewest) return undefined;
    const query = new URLSearchParams({ affiliate: wanted });
    const timer = setTimeout(() => load(`/dashboard/affiliates/links/new?${query.toString()}`), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted, isFirst, load]);
  return isFirst ? first.choices : (data?.choices ?? first.choices);
}

/** Finds a product by its title. The link then opens its page. */
function ProductPicker({ onChoose }: { onChoose: (path: string) => void }) {
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { goods, failed, isBusy } = useGoodsSearch("product", isAsking ? text : null);
  function choose(path: string): void {
    const chosen = goods.find((one) => one.path === path);
    if (!chosen) return;
    setText(chosen.title);
    onChoose(path);
  }
  return (
    <Combobox
      activator={
        <Combobox.TextField
          label="Find a product"
          value={text}
          placeholder="Search by title"
          autoComplete="off"
          onChange={setText}
          onFocus={() => setAsking(true)}
          onBlur={() => setAsking(false)}
        />
      }
    >
      <Listbox onSelect={choose}>
        {goods.map(({ id, title, path }) => (
          <Listbox.Option key={id} value={path ?? ""}>
            {title}
          </Listbox.Option>
        ))}
        {isBusy && goods.length === 0 ? <Listbox.Loading accessibilityLabel="Searching" /> : null}
        {!isBusy && goods.length === 0 ? (
          <Listbox.Option value="" disabled>
            {failed ? "Shopify could not be asked. Try again." : "Nothing found"}
          </Listbox.Option>
        ) : null}
      </Listbox>
    </Combobox>
  );
}
