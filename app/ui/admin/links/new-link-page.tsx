import { Form, useFetcher, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { newLinkForm } from "#app/contracts/link-forms.ts";
import { links } from "#app/i18n/en/admin/links.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { useTextControl } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { type LinkChoices, LinkFields, noLink } from "../../shared/links/link-fields.tsx";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { Picker, type PickerOption } from "../../shared/pickers/picker.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { useGoodsSearch } from "../programs/terms/use-goods.ts";
import { useLinkTexts } from "./use-link-texts.ts";

provideTexts({ links });

type Props = {
  /** The affiliate whose page linked here. */
  affiliate: PickerOption | null;
  choices: LinkChoices;
  addressStart: string;
  refusal: FormRefusal | null;
};

const listUrl = "/dashboard/affiliates/links";

/** Creates a link of an affiliate to a page of the store. */
export function NewLinkPage({ affiliate, choices, addressStart, refusal }: Props) {
  const t = useText("links");
  const texts = useLinkTexts();
  const { id, fields, values, banner } = useAppForm({
    id: "link",
    defaultValue: { affiliateId: affiliate?.email ?? "", ...noLink } satisfies FieldsOf<typeof newLinkForm>,
    answer: refusal,
  });
  const target = useTextControl(fields.target);
  const isBusy = useNavigation().state !== "idle";
  const offered = useChoicesOf(values.affiliateId, { affiliate, choices });
  return (
    <AppPage title={t("create.title")} backAction={{ content: t("list.title"), url: listUrl }} narrowWidth>
      <Card>
        <Form method="post" id={id} noValidate>
          <BlockStack gap="400">
            <ErrorBanner {...banner} />
            <AffiliatePicker field={fields.affiliateId} known={affiliate} />
            <ProductPicker onChoose={target.onChange} />
            <LinkFields
              fields={fields}
              target={target}
              chosenCode={values.discountCode}
              choices={offered}
              addressStart={addressStart}
              isNew
              texts={texts}
            />
            <InlineStack align="end" gap="200">
              <Button url={listUrl}>{t("create.cancel")}</Button>
              <Button submit variant="primary" loading={isBusy}>
                {t("create.submit")}
              </Button>
            </InlineStack>
          </BlockStack>
        </Form>
      </Card>
    </AppPage>
  );
}

type AffiliateLinkChoices = { readonly affiliate: PickerOption | null; readonly choices: LinkChoices };

const pauseMs = 400;
const fewest = 2;

/** Discount codes and programs of the typed affiliate, fetched when typing pauses. */
function useChoicesOf(typed: string, first: AffiliateLinkChoices): LinkChoices {
  const fetcher = useFetcher<AffiliateLinkChoices>();
  const { load, data } = fetcher;
  const wanted = typed.trim();
  const isFirst = wanted === (first.affiliate?.email ?? "");
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
  const t = useText("links");
  const [text, setText] = useState("");
  const [isFocused, setFocused] = useState(false);
  const { goods, failed, isBusy } = useGoodsSearch("product", isFocused ? text : null);
  const options = goods.map(({ title, path }) => ({ id: path ?? "", name: title }));
  function choose(path: string): void {
    setText(options.find(({ id }) => id === path)?.name ?? "");
    onChoose(path);
  }
  return (
    <Picker
      label={t("product.label")}
      placeholder={t("product.search")}
      value={text}
      found={{ options, failed, isLoading: isBusy }}
      selected={[]}
      onChange={setText}
      onSelect={choose}
      onFocusChange={setFocused}
    />
  );
}
