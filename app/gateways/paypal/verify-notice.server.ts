import { verify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import type { PaypalAccount } from "../../domain/payouts/paypal-account.ts";
import { uptimeMs } from "../../platform/clock.ts";
import { describeError, log } from "../../platform/log.server.ts";
import { fieldsOf, textOf } from "./ask-paypal.server.ts";

/** A notice as received. `mayFetch` is called before an unknown certificate is fetched. */
export type SignedNotice = {
  readonly headers: Headers;
  readonly rawBody: Buffer;
  readonly now: Date;
  readonly mayFetch: () => boolean;
};

/** PayPal repeats a notice for three days. Older ones, and those from the future, are not PayPal's. */
const oldestMs = 4 * 24 * 3_600_000;
const futureMs = 5 * 60_000;

/**
 * True for a notice that PayPal signed for the account's webhook: SHA256withRSA over transmission id, time,
 * webhook id and the CRC32 of the bytes. `unknown` if the certificate cannot be read now, so that PayPal
 * sends the notice again. Source: PayPal REST, webhooks, self verification.
 */
export async function verifyNotice(
  account: PaypalAccount,
  { headers, rawBody, now, mayFetch }: SignedNotice,
): Promise<boolean | "unknown"> {
  const said = readSignature(headers);
  const address = said && certificateAddress(account, said.certificateUrl);
  if (account.webhookId === "" || !said || !address || !isOfToday(said.time, now)) return false;
  const certificate = await readCertificate(address, mayFetch);
  if (!certificate) return "unknown";
  const text = `${said.id}|${said.time}|${account.webhookId}|${crc32(rawBody)}`;
  return isValidAt(certificate, now) && isSignatureValid(certificate, text, said.signature);
}

type SignatureResult = {
  readonly id: string;
  readonly time: string;
  readonly signature: string;
  readonly certificateUrl: string;
};

/** Null if a header is missing or names another algorithm. */
function readSignature(headers: Headers): SignatureResult | null {
  const named = (name: string) => headers.get(`paypal-${name}`) ?? "";
  if (named("auth-algo") !== "SHA256withRSA") return null;
  const said = {
    id: named("transmission-id"),
    time: named("transmission-time"),
    signature: named("transmission-sig"),
    certificateUrl: named("cert-url"),
  };
  return Object.values(said).includes("") ? null : said;
}

function isOfToday(time: string, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(time);
  return ageMs < oldestMs && ageMs > -futureMs;
}

function isValidAt({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  return now.getTime() >= Date.parse(validFrom) && now.getTime() <= Date.parse(validTo);
}

function isSignatureValid({ publicKey }: X509Certificate, text: string, signature: string): boolean {
  try {
    return verify("sha256", Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** Hosts that serve PayPal's certificates, live and sandbox. Source: `cert_url` of recorded notices. */
const liveHosts = ["api.paypal.com", "api-m.paypal.com"];
const sandboxHosts = ["api.sandbox.paypal.com", "api-m.sandbox.paypal.com"];

/**
 * Certificates are fetched only from PayPal's hosts and the account's own, because anybody can write an
 * address into a header.
 */
function certificateAddress(account: PaypalAccount, text: string): string | null {
  const url = URL.parse(text);
  if (
    url === null ||
    url.username !== "" ||
    !/^\/v1\/notifications\/certs\/[\w-]{1,100}$/.test(url.pathname)
  ) {
    return null;
  }
  const isSandbox = new URL(account.origin).hostname.endsWith(".sandbox.paypal.com");
  const origins = (isSandbox ? sandboxHosts : liveHosts).map((host) => `https://${host}`);
  return [...origins, account.origin].includes(url.origin) ? `${url.origin}${url.pathname}` : null;
}

type Reading = { readonly certificate: Promise<X509Certificate | null>; untilMs: number };
const readings = new Map<string, Reading>();
const keptForMs = 24 * 3_600_000;
const failureKeptForMs = 60_000;
/** Limits the cache, so that made-up names can't fill the memory. */
const mostKept = 100;
const timeoutMs = 10_000;
const largestBytes = 20_000;

/** Certificates are cached, failures for a minute only. Simultaneous notices share one request. */
async function readCertificate(address: string, mayFetch: () => boolean): Promise<X509Certificate | null> {
  const known = readings.get(address);
  if (known && known.untilMs > uptimeMs()) return known.certificate;
  if (!mayFetch()) return null;
  const reading: Reading = { certificate: fetchCertificate(address), untilMs: uptimeMs() + keptForMs };
  makeRoom();
  readings.set(address, reading);
  const certificate = await reading.certificate;
  if (certificate === null) reading.untilMs = uptimeMs() + failureKeptForMs;
  return certificate;
}

/** Failures and expired entries go first, so that made-up names do not displace PayPal's certificate. */
function makeRoom(): void {
  if (readings.size < mostKept) return;
  const soonestOver = [...readings].toSorted(([, a], [, b]) => a.untilMs - b.untilMs)[0];
  if (soonestOver) readings.delete(soonestOver[0]);
}

async function fetchCertificate(address: string): Promise<X509Certificate | null> {
  try {
    const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`The certificate's host answered ${response.status}.`);
    const text = await response.text();
    if (text.length > largestBytes) throw new Error("The certificate is too large.");
    return new X509Certificate(text);
  } catch (error) {
    log.warn("PayPal's certificate could not be read", describeError(error));
    return null;
  }
}

/** Subject of a webhook. Ids are empty if it names none. */
export type PaypalNotice = {
  readonly noticeId: string;
  /** Such as PAYMENT.PAYOUTS-ITEM.SUCCEEDED. */
  readonly kind: string;
  readonly batchId: string;
  readonly senderBatchId: string;
  readonly senderItemId: string;
};

/**
 * PayPal's ids are much shorter. Longer texts, and texts with NUL, which PostgreSQL rejects, count as no id.
 */
const longestId = 200;

function idOf(value: unknown): string {
  const text = textOf(value);
  return text.length > longestId || text.includes("\0") ? "" : text;
}

/** Reads a notice with a valid signature. Null if it is not about payouts. */
export function readNotice(rawBody: Buffer): PaypalNotice | null {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString("utf8"));
  } catch {
    return null;
  }
  const event = fieldsOf(body);
  const kind = textOf(event["event_type"]);
  const noticeId = idOf(event["id"]);
  if (noticeId === "" || !/^PAYMENT\.PAYOUTS[A-Z._-]{0,80}$/.test(kind)) return null;
  const resource = fieldsOf(event["resource"]);
  const header = fieldsOf(resource["batch_header"]);
  const sender = fieldsOf(header["sender_batch_header"]);
  return {
    noticeId,
    kind,
    batchId: idOf(header["payout_batch_id"]) || idOf(resource["payout_batch_id"]),
    senderBatchId: idOf(sender["sender_batch_id"]) || idOf(resource["sender_batch_id"]),
    senderItemId: idOf(fieldsOf(resource["payout_item"])["sender_item_id"]),
  };
}
