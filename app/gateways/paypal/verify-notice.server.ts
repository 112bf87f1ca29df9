import { verify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { uptimeMs } from "../../platform/clock.ts";
import { describeError, log } from "../../platform/log.server.ts";
import { findPaypalAccount, type PaypalAccount } from "./account.server.ts";

/** A notice as it came. */
export type SignedNotice = { readonly headers: Headers; readonly rawBody: Buffer; readonly now: Date };

/** A notice is sent again for three days; one that is older, or from the future, is none of PayPal's. */
const oldestMs = 4 * 24 * 3_600_000;
const futureMs = 5 * 60_000;

/**
 * True for a notice that PayPal signed for this app's webhook: SHA256withRSA over transmission id, time, webhook id and
 * the CRC32 of the bytes. `unknown` where the certificate cannot be read now, so that PayPal sends it again.
 * Source: PayPal REST, webhooks, self verification.
 */
export async function verifyNotice({ headers, rawBody, now }: SignedNotice): Promise<boolean | "unknown"> {
  const account = findPaypalAccount();
  const said = readSignature(headers);
  const address = account && said && certificateAddress(account, said.certificateUrl);
  if (!account?.webhookId || !said || !address || !isOfToday(said.time, now)) return false;
  const certificate = await readCertificate(address);
  if (!certificate) return "unknown";
  const text = `${said.id}|${said.time}|${account.webhookId}|${crc32(rawBody)}`;
  return isValidAt(certificate, now) && holds(certificate, text, said.signature);
}

type Said = {
  readonly id: string;
  readonly time: string;
  readonly signature: string;
  readonly certificateUrl: string;
};

/** Null where a header is missing, or names another way of signing. */
function readSignature(headers: Headers): Said | null {
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

function holds({ publicKey }: X509Certificate, text: string, signature: string): boolean {
  try {
    return verify("sha256", Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** Only PayPal's own hosts are asked: anybody may write an address into a header. */
function certificateAddress(account: PaypalAccount, text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || !url.pathname.startsWith("/v1/notifications/certs/")) return null;
  const isPaypal = url.protocol === "https:" && url.port === "" && /(^|\.)paypal\.com$/.test(url.hostname);
  const isSandbox = /(^|\.)sandbox\.paypal\.com$/.test(url.hostname);
  const wantsSandbox = new URL(account.origin).hostname.endsWith(".sandbox.paypal.com");
  const isOwn = url.origin === account.origin;
  return isOwn || (isPaypal && isSandbox === wantsSandbox) ? url.href : null;
}

type Kept = { readonly certificate: X509Certificate; readonly untilMs: number };
const kept = new Map<string, Kept>();
const keptForMs = 24 * 3_600_000;
/** Another name for each notice must not fill the memory. */
const mostKept = 20;
const timeoutMs = 10_000;
const largestBytes = 20_000;

async function readCertificate(address: string): Promise<X509Certificate | null> {
  const known = kept.get(address);
  if (known && known.untilMs > uptimeMs()) return known.certificate;
  try {
    const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return null;
    const text = await response.text();
    if (text.length > largestBytes) return null;
    const certificate = new X509Certificate(text);
    if (kept.size >= mostKept) kept.clear();
    kept.set(address, { certificate, untilMs: uptimeMs() + keptForMs });
    return certificate;
  } catch (error) {
    log.warn("PayPal's certificate could not be read", describeError(error));
    return null;
  }
}
