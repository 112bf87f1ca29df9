import { useEffect, useRef, useState } from "react";
import type { PreviewWire } from "#app/contracts/preview.ts";
import { ApiError, callApi, messageFor } from "../../../shared/api-client.ts";
import { merchantText } from "../../../texts/use-text.ts";
import type { MoneyDraft, TermsDraft } from "../terms/draft.ts";
import type { TermsError } from "../terms/editor-context.ts";

const t = merchantText("programs");

const pauseMs = 400;

type UsePreviewInput = {
  readonly programId: string | null;
  readonly affiliateId: string | null;
  readonly terms: TermsDraft;
  readonly currency: string;
};

type PreviewAnswer = {
  /** The last good preview; it stays while a draft is wrong. */
  readonly seen: PreviewWire | null;
  readonly errors: readonly TermsError[];
  /** Error of the request, if the draft itself is valid. */
  readonly failure: string | null;
  /** Body of the request. */
  readonly body: string;
};

export type LivePreview = Omit<PreviewAnswer, "body"> & {
  readonly basket: BasketDraft;
  readonly setBasket: (basket: BasketDraft) => void;
  /** True while the shown result belongs to an older draft. */
  readonly isStale: boolean;
};

/** Preview of the draft, requested shortly after the last change. */
export function usePreview({ programId, affiliateId, terms, currency }: UsePreviewInput): LivePreview {
  const [basket, setBasket] = useState(() => newBasket(currency));
  const [answered, setAnswered] = useState<PreviewAnswer>({
    seen: null,
    errors: [],
    failure: null,
    body: "",
  });
  const body = JSON.stringify({
    ...(programId !== null && { programId }),
    ...(affiliateId !== null && { affiliateId }),
    terms,
    basket,
  });

  const hasAsked = useRef(false);
  useEffect(() => {
    const ended = new AbortController();
    const wait = hasAsked.current ? pauseMs : 0;
    hasAsked.current = true;
    const timer = setTimeout(() => {
      requestPreview(body, ended.signal).then(
        (seen) => setAnswered({ seen, errors: [], failure: null, body }),
        (error: unknown) => {
          if (!ended.signal.aborted) setAnswered((before) => ({ ...before, ...faultsOf(error), body }));
        },
      );
    }, wait);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [body]);

  const { body: _asked, ...shown } = answered;
  const isStale = answered.body !== body || answered.errors.length > 0 || answered.failure !== null;
  // An error of an older draft may be mended by now.
  const errors = answered.body === body ? shown.errors : [];
  return { ...shown, errors, basket, setBasket, isStale };
}

async function requestPreview(body: string, signal: AbortSignal): Promise<PreviewWire> {
  const asked = { method: "POST", body: JSON.parse(body) as unknown, signal } as const;
  return (await callApi("/api/v1/programs/preview", asked)) as PreviewWire;
}

function faultsOf(error: unknown): Pick<PreviewAnswer, "errors" | "failure"> {
  const fields =
    error instanceof ApiError && error.failure.kind === "status" && error.failure.status === 400
      ? error.failure.fields
      : [];
  return { errors: fields, failure: fields.length > 0 ? null : messageFor(error) };
}

export type BasketLineDraft = {
  title: string;
  price: MoneyDraft;
  quantity: string;
  discount: MoneyDraft;
  tax: MoneyDraft;
  productId: string | null;
  variantId: string | null;
  sku: string | null;
  vendor: string | null;
  tags: readonly string[];
  collectionIds: readonly string[];
  subscription: boolean;
  giftCard: boolean;
};

/** The sample order as typed, in the shape of the API. */
export type BasketDraft = {
  lines: BasketLineDraft[];
  shipping: MoneyDraft;
  tip: MoneyDraft;
  duties: MoneyDraft;
  taxesIncluded: boolean;
  discountCodes: string[];
  customerTags: string[];
  affiliateTags: string[];
  country: string | null;
  channel: string | null;
  subId: string | null;
  customerOrder: string;
  monthsSinceFirst: string;
  reached: { orders: string; sales: MoneyDraft };
};

/** A line with one piece at a price. */
export function newLine(title: string, price: string, currencyCode: string): BasketLineDraft {
  const nothing = { amount: "0", currencyCode };
  return {
    title,
    price: { amount: price, currencyCode },
    quantity: "1",
    discount: nothing,
    tax: nothing,
    productId: null,
    variantId: null,
    sku: null,
    vendor: null,
    tags: [],
    collectionIds: [],
    subscription: false,
    giftCard: false,
  };
}

/** Two pieces for 100 in total, by a new customer. */
export function newBasket(currencyCode: string): BasketDraft {
  const nothing = { amount: "0", currencyCode };
  return {
    lines: [{ ...newLine(t("order.unnamed", { number: 1 }), "50", currencyCode), quantity: "2" }],
    shipping: nothing,
    tip: nothing,
    duties: nothing,
    taxesIncluded: false,
    discountCodes: [],
    customerTags: [],
    affiliateTags: [],
    country: null,
    channel: null,
    subId: null,
    customerOrder: "1",
    monthsSinceFirst: "0",
    reached: { orders: "0", sales: nothing },
  };
}
