import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { ShopId } from "#app/domain/ids.ts";
import { isShopDomain } from "#app/domain/shop-domain.ts";
import { coalesce } from "#app/platform/coalesce.ts";
import { encryptDocument, keyedHash } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { apiSecrets } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { nudgeInbox } from "#app/queue/nudge.ts";
import { keepDeliveries } from "#app/store/inbox.ts";
import { findShopIds } from "#app/store/shops.ts";

/** Limit of a body. Shopify's largest ones are far smaller. */
export const maxDeliveryBytes = 5_000_000;

type DeliveryHeaders = { get(name: string): string | null };

/** A delivery as it arrived at an entry point. `rawBody` is exactly the signed bytes. */
type IncomingDelivery = { readonly headers: DeliveryHeaders; readonly rawBody: Buffer; readonly now: Date };

/** The endpoint's answer: 200 only once the delivery is committed, or has nowhere to be kept. */
type DeliveryReceipt = { readonly status: 200 | 400 | 401 | 413; readonly message: string };

type AcceptedDelivery = {
  readonly domain: string;
  readonly topic: string;
  readonly webhookId: string;
  readonly eventId: string | null;
  readonly apiVersion: string;
  readonly triggeredAt: Date | null;
  readonly receivedAt: Date;
  readonly rawBody: Buffer;
};

/**
 * Outcome of a delivery. It is not kept where its shop is unknown (decision 4) or its body was accepted for another shop.
 */
type KeepOutcome = "kept" | "no-shop" | "other-shop";

/** Ids of shops never change, so a process looks up each once. */
const shopIds = new Map<string, ShopId>();
const mostShopIds = 50_000;

const keep = coalesce<AcceptedDelivery, KeepOutcome>(storeAccepted, {
  mostItems: 500,
  lanes: 2,
  gather: { items: 16, turns: 2 },
});

/**
 * Receives a webhook: checks size, signature and headers before parsing, stores the body sealed and without
 * network addresses, and answers after the commit. A repeated delivery finds its row and gets the same answer.
 * Orders from before the shop's row exists are found by the first sweep.
 */
export async function receiveDelivery(incoming: IncomingDelivery): Promise<DeliveryReceipt> {
  const { headers, rawBody, now } = incoming;
  if (rawBody.byteLength > maxDeliveryBytes) return { status: 413, message: "body_too_large" };
  const signature = headers.get("X-Shopify-Hmac-Sha256");
  if (!signature) return { status: 400, message: "signature_missing" };
  if (!apiSecrets().some((secret) => isSignedBy(secret, rawBody, signature))) {
    return { status: 401, message: "signature_invalid" };
  }
  if (!beginsObject(rawBody)) return { status: 400, message: "body_not_json" };
  const accepted = readHeaders(headers, now);
  if (typeof accepted === "string") return { status: 400, message: accepted };
  const kept = await keep({ ...accepted, rawBody });
  if (kept === "no-shop") return { status: 200, message: "unknown_shop" };
  if (kept === "other-shop") return { status: 200, message: "ignored" };
  nudgeInbox();
  return { status: 200, message: "kept" };
}

/** Key objects of the app's secrets. Passing the text would create a new one for every delivery. */
const signingKeys = new Map<string, KeyObject>();

function signingKey(secret: string): KeyObject {
  let key = signingKeys.get(secret);
  if (!key) {
    key = createSecretKey(Buffer.from(secret));
    signingKeys.set(secret, key);
  }
  return key;
}

/** HMAC-SHA256 of the raw body with the app's secret, in base64, as Shopify documents it. */
function isSignedBy(secret: string, rawBody: Buffer, signature: string): boolean {
  const expected = createHmac("sha256", signingKey(secret)).update(rawBody).digest();
  const given = Buffer.from(signature, "base64");
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

/**
 * Shopify signs the query of the app's URLs with the same secret, and browsers show that query and its
 * signature. Such a signed text must not pass as a webhook body. It is sorted by parameter name and some names
 * begin with a letter, so it never begins with a brace. Leading blanks are refused, because a parameter name
 * could begin with one.
 */
function beginsObject(rawBody: Buffer): boolean {
  return rawBody[0] === 0x7b;
}

function readHeaders(headers: DeliveryHeaders, now: Date): Omit<AcceptedDelivery, "rawBody"> | string {
  const text = (name: string): string => headers.get(name) ?? "";
  const domain = text("X-Shopify-Shop-Domain").toLowerCase();
  const topic = text("X-Shopify-Topic").toLowerCase();
  const webhookId = text("X-Shopify-Webhook-Id");
  const apiVersion = text("X-Shopify-API-Version");
  if (!isShopDomain(domain)) return "shop_domain_invalid";
  if (!/^[a-z0-9_/]{3,80}$/.test(topic)) return "topic_invalid";
  if (!/^[\x21-\x7e]{1,128}$/.test(webhookId)) return "webhook_id_missing";
  if (!/^[\w-]{1,20}$/.test(apiVersion)) return "api_version_missing";
  const eventId = text("X-Shopify-Event-Id");
  return {
    domain,
    topic,
    webhookId,
    apiVersion,
    eventId: /^[\x21-\x7e]{1,128}$/.test(eventId) ? eventId : null,
    triggeredAt: instantOf(text("X-Shopify-Triggered-At")),
    receivedAt: now,
  };
}

/** Also null for years that the database can't store. */
function instantOf(text: string): Date | null {
  const instant = new Date(text);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}

async function storeAccepted(accepted: readonly AcceptedDelivery[]): Promise<KeepOutcome[]> {
  const known = await knownShops(new Set(accepted.map((one) => one.domain)));
  const kept: KeepOutcome[] = accepted.map(({ domain }) => (known.has(domain) ? "kept" : "no-shop"));
  const rows = accepted.flatMap(({ domain, rawBody, ...row }, index) => {
    const shopId = known.get(domain);
    if (!shopId) return [];
    const sealedBody = encryptDocument(withoutAddresses(rawBody), shopId);
    return [{ ...row, shopId, sealedBody, bodyHash: keyedHash("delivery-body", rawBody), index }];
  });
  if (rows.length === 0) return kept;
  for (const place of await keepDeliveries(rows)) {
    const row = rows[place];
    if (!row) continue;
    kept[row.index] = "other-shop";
    log.warn("A delivery was ignored: it was accepted for another shop", {
      topic: row.topic,
      shop: row.shopId,
    });
  }
  return kept;
}

/**
 * Ids of shops by domain. Returns its own map, because entries of the cache may be evicted while another batch
 * asks.
 */
async function knownShops(domains: ReadonlySet<string>): Promise<Map<string, ShopId>> {
  const known = new Map<string, ShopId>();
  for (const domain of domains) {
    const shopId = shopIds.get(domain);
    if (shopId) known.set(domain, shopId);
  }
  const unknown = [...domains].filter((domain) => !known.has(domain));
  if (unknown.length === 0) return known;
  if (shopIds.size > mostShopIds) shopIds.clear();
  for (const [domain, shopId] of await findShopIds(db(), unknown)) {
    shopIds.set(domain, shopId);
    known.set(domain, shopId);
  }
  return known;
}

/**
 * Endings of the field names under which Shopify, and gateways in their receipts, report a browser's network
 * address.
 */
const addressNames = ['_ip"', 'ip_address"'].map((name) => Buffer.from(name));

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const erased = Buffer.from("null");

/**
 * Returns a JSON document of the same length with null in place of each text under such a name. It looks at bytes only,
 * because the endpoint is busy: within a text a quote is escaped, so a quoted text before a colon is a name. The signed
 * document is not changed, and returned itself where there is nothing to erase.
 */
export function withoutAddresses(document: Buffer): Buffer {
  let copy: Buffer | null = null;
  for (const name of addressNames) {
    for (let at = document.indexOf(name); at !== -1; at = document.indexOf(name, at + name.length)) {
      const text = textAfter(document, at + name.length);
      if (text === null) continue;
      copy ??= Buffer.from(document);
      copy.fill(" ", text.start, text.end).set(erased, text.start);
    }
  }
  return copy ?? document;
}

/**
 * Start and end of the text value after the name that ends there, quotes included. Null if the value is not a
 * text.
 */
function textAfter(
  document: Buffer,
  nameEnd: number,
): { readonly start: number; readonly end: number } | null {
  const mark = skipBlank(document, nameEnd);
  if (document[mark] !== colon) return null;
  const start = skipBlank(document, mark + 1);
  if (document[start] !== quote) return null;
  let end = start + 1;
  while (end < document.length && document[end] !== quote) end += document[end] === backslash ? 2 : 1;
  end += 1;
  // A text shorter than "null" can't be an address.
  return end <= document.length && end - start >= erased.length ? { start, end } : null;
}

function skipBlank(document: Buffer, from: number): number {
  let at = from;
  while (isBlank(document[at])) at += 1;
  return at;
}

/** White space that JSON allows between two of its marks. */
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
