import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { env } from "./env.server.ts";

const keys = new Map<string, KeyObject>();

/**
 * One key per secret and purpose, so that a hash for one purpose is useless for another. Cached as a key
 * object, because creating one from bytes costs more than using it.
 */
function keyFor(secret: string, purpose: string): KeyObject {
  const name = `${purpose}\n${secret}`;
  let key = keys.get(name);
  if (!key) {
    const bytes = hkdfSync("sha256", secret, "affiliate-platform", purpose, 32);
    key = createSecretKey(Buffer.from(bytes));
    keys.set(name, key);
  }
  return key;
}

/** AES-256-GCM. `context` (say, the shop) is authenticated: a value moved to another context does not open. */
export function encrypt(text: string, context: string): string {
  return `v1.${seal(Buffer.from(text), context)}`;
}

/** The lowest quality saves most. A higher one would take longer than writing the saved bytes. */
const quick = {
  chunkSize: 2048,
  params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 14 },
};

/**
 * Like `encrypt`, for a document of kilobytes: compression makes it five times smaller. The length then
 * depends on repetitions, so never put a secret next to text that others choose.
 */
export function encryptDocument(bytes: Buffer, context: string): string {
  return `v2.${seal(brotliCompressSync(bytes, quick), documentContext(context))}`;
}

/**
 * Opens the text of `encrypt` or `encryptDocument`. Throws if it was changed, or belongs to another context or
 * APP_SECRET.
 */
export function decrypt(sealed: string, context: string): string {
  if (sealed.startsWith("v1.")) return openSealed(sealed, context).toString("utf8");
  if (!sealed.startsWith("v2.")) throw new Error("Not a sealed value");
  return brotliDecompressSync(openSealed(sealed, documentContext(context))).toString("utf8");
}

/** The bytes that `encryptDocument` sealed. Throws like `decrypt`. */
export function decryptDocument(sealed: string, context: string): Buffer {
  if (!sealed.startsWith("v2.")) throw new Error("Not a sealed document");
  return brotliDecompressSync(openSealed(sealed, documentContext(context)));
}

/**
 * Seals a value of the previous APP_SECRET again under the current one. Null if it is current already. Throws
 * like `decrypt`.
 */
export function reseal(sealed: string, context: string): string | null {
  const version = sealed.slice(0, 3);
  const bound = version === "v2." ? documentContext(context) : context;
  if (openWith(env().APP_SECRET, sealed, bound) !== null) return null;
  return `${version}${seal(openSealed(sealed, bound), bound)}`;
}

function documentContext(context: string): string {
  return `document ${context}`;
}

function seal(bytes: Buffer, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(env().APP_SECRET, "encrypt"), nonce);
  cipher.setAAD(Buffer.from(context));
  const body = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...body]).toString("base64");
}

function openSealed(sealed: string, context: string): Buffer {
  const { APP_SECRET, APP_SECRET_PREVIOUS: previous } = env();
  if (previous === undefined) return openBytes(APP_SECRET, sealed, context);
  return openWith(APP_SECRET, sealed, context) ?? openBytes(previous, sealed, context);
}

/** Null if the value does not open with this secret. */
function openWith(secret: string, sealed: string, context: string): Buffer | null {
  try {
    return openBytes(secret, sealed, context);
  } catch {
    return null;
  }
}

function openBytes(secret: string, sealed: string, context: string): Buffer {
  const bytes = Buffer.from(sealed.slice(3), "base64");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret, "encrypt"), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/**
 * Keyed hash (HMAC-SHA256, base64url) of a value that must be recognized but not read, for one purpose. The value is
 * not kept, so the key outlives rotations of APP_SECRET (decision 32).
 */
export function keyedHash(purpose: string, value: string | Buffer): string {
  const { APP_SECRET, HASH_SECRET = APP_SECRET } = env();
  return createHmac("sha256", keyFor(HASH_SECRET, purpose)).update(value).digest("base64url");
}

/** SHA-256 (hex) of a token, stored instead of it. Tokens are random, so a plain hash is enough. */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** SHA-256 (hex) that identifies a file. */
export function hashBytes(bytes: Buffer): string {
  return hash("sha256", bytes, "hex");
}

/** 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** True if a session token (a JWT, HS256) is signed with this secret. Its claims are not checked. */
export function isSessionTokenOf(secret: string, token: string): boolean {
  const [head, body, signature = ""] = token.split(".");
  return sameText(signature, createHmac("sha256", secret).update(`${head}.${body}`).digest("base64url"));
}

/** Compares in constant time. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(hash("sha256", left, "buffer"), hash("sha256", right, "buffer"));
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const form = /^(clk_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16})\.([\w-]{22})$/;

/** A click's id for the shopper's browser, signed for its shop, so that nobody can invent one. */
export function signClick(shopId: string, clickId: string): string {
  return `${clickId}.${clickSignature(shopId, clickId)}`;
}

/** Id and time of a click signed for this shop. Null for anything else. */
export function openSignedClick(shopId: string, text: string): { clickId: string; occurredAt: Date } | null {
  const match = form.exec(text);
  const [, clickId, time, signed] = match ?? [];
  if (!clickId || !time || !signed || !sameText(signed, clickSignature(shopId, clickId))) return null;
  let millis = 0;
  for (const digit of time) millis = millis * 32 + alphabet.indexOf(digit);
  return { clickId, occurredAt: new Date(millis) };
}

function clickSignature(shopId: string, clickId: string): string {
  return keyedHash("click", `${shopId}:${clickId}`).slice(0, 22);
}

/** Keyed hash of a customer's email address, which is not stored. Hashes of two shops differ. */
export function customerHash(shopId: string, email: string): string {
  return keyedHash("customer", `${shopId}:${email.trim().toLowerCase()}`);
}

const pixelAccountForm = /^(shp_[0-9a-hjkmnp-tv-z]{26})\.([\w-]{22})$/;

/** The shop's id for its web pixel, signed, so that nobody can name a shop whose store they never visited. */
export function pixelAccount(shopId: string): string {
  return `${shopId}.${pixelSignature(shopId)}`;
}

/** The shop's id. Null for a text that `pixelAccount` did not create. */
export function openPixelAccount(text: string): string | null {
  const [, shopId, signed] = pixelAccountForm.exec(text) ?? [];
  return shopId && signed && sameText(signed, pixelSignature(shopId)) ? shopId : null;
}

function pixelSignature(shopId: string): string {
  return keyedHash("pixel-account", shopId).slice(0, 22);
}
