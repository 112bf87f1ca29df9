import { useEffect, useState } from "react";
import type { GoodsWire } from "#app/contracts/goods.ts";
import { goods as goodsTexts } from "#app/i18n/en/admin/goods.ts";
import { callApi } from "../../../shared/api-client.ts";
import { merchantText, provideTexts } from "../../../texts/use-text.ts";
import type { GoodsKind } from "./draft.ts";

// Pages of several subjects search goods, so the search brings its texts along.
provideTexts({ goods: goodsTexts });
const t = merchantText("goods");

const pauseMs = 250;
/** Goods of earlier answers, kept while the page is open. */
const heard = new Map<string, GoodsWire>();

type GoodsSearch = {
  readonly goods: readonly GoodsWire[];
  readonly failed: boolean;
  readonly isBusy: boolean;
};
/** Search results with their search text. */
type GoodsAnswer = Omit<GoodsSearch, "isBusy"> & { readonly search: string | null };
const nothing: GoodsAnswer = { goods: [], failed: false, search: null };

/** Goods whose titles match, fetched when typing pauses, and only while `search` is a string. */
export function useGoodsSearch(kind: GoodsKind, search: string | null): GoodsSearch {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    if (search === null) return undefined;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ kind, search });
      askGoods(query, ended.signal).then(
        (goods) => setFound({ goods, failed: false, search }),
        () => {
          if (!ended.signal.aborted) setFound({ goods: [], failed: true, search });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [kind, search]);
  const { goods, failed } = found;
  if (search === null || found.search === search) return { goods, failed, isBusy: false };
  // Until the answer arrives, Enter must not select a result of an earlier search.
  return { goods: goods.filter(({ title }) => holds(title, search)), failed: false, isBusy: true };
}

function holds(title: string, search: string): boolean {
  return title.toLowerCase().includes(search.trim().toLowerCase());
}

/**
 * Titles of chosen products or collections by id. Shows that the store no longer has one, and the id until the
 * answer arrives.
 */
export function useGoodsTitles(kind: GoodsKind, ids: readonly string[]): ReadonlyMap<string, string> {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const missing = ids
    .filter((id) => /^\d{1,20}$/.test(id) && !heard.has(keyOf(kind, id)) && !gone.has(keyOf(kind, id)))
    .join(",");
  useEffect(() => {
    if (missing === "") return undefined;
    const ended = new AbortController();
    askGoods(new URLSearchParams({ kind, ids: missing }), ended.signal).then(
      // A deleted product is missing from the answer. Each answer renders again with its titles.
      () => setGone((before) => new Set([...before, ...unheard(kind, missing.split(","))])),
      // Without a title its number is shown. Saving checks it anyway.
      () => undefined,
    );
    return () => ended.abort();
  }, [kind, missing]);
  const nameOf = (id: string, key: string) =>
    heard.get(key)?.title ?? (gone.has(key) ? t("gone", { kind, id }) : id);
  return new Map(ids.map((id) => [id, nameOf(id, keyOf(kind, id))]));
}

function unheard(kind: GoodsKind, ids: readonly string[]): string[] {
  return ids.map((id) => keyOf(kind, id)).filter((key) => !heard.has(key));
}

/** Product or collection that was just chosen, from the search results. */
export function heardGoods(kind: GoodsKind, id: string): GoodsWire | undefined {
  return heard.get(keyOf(kind, id));
}

async function askGoods(query: URLSearchParams, signal: AbortSignal): Promise<readonly GoodsWire[]> {
  const answer = await callApi(`/api/v1/goods?${query.toString()}`, { signal });
  const goods = (answer as { goods?: readonly GoodsWire[] } | null)?.goods ?? [];
  for (const one of goods) {
    // A search returns product facts that a lookup by id lacks.
    const key = keyOf(one.kind, one.id);
    if (one.about !== null || !heard.has(key)) heard.set(key, one);
  }
  return goods;
}

function keyOf(kind: GoodsKind, id: string): string {
  return `${kind} ${id}`;
}
