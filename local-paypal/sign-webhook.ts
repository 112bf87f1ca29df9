/** The signature of a webhook: SHA256withRSA over `transmission id|time|webhook id|CRC32 of the body`. */
import { createVerify, randomBytes, randomUUID, sign, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { moment, type PaypalContext } from "./context.ts";

export const certificatePath = "/v1/notifications/certs/CERT-360caa42-fca2a594-local";

export interface Transmission {
  id: string;
  time: string;
  webhookId: string;
  /** The body's exact bytes as text. */
  body: string;
}

/** Text under the signature. The checksum is decimal and unsigned. */
export function signedText(transmission: Transmission): string {
  const { id, time, webhookId, body } = transmission;
  return `${id}|${time}|${webhookId}|${crc32(body)}`;
}

/**
 * The headers under which a body is sent, for tests that send one themselves too. `broken` puts a signature
 * of nobody in its place.
 */
export function webhookHeaders(
  ctx: PaypalContext,
  delivery: { webhookId: string; body: string },
  options: { at?: string; broken?: boolean } = {},
): Record<string, string> {
  const transmission: Transmission = {
    id: randomUUID(),
    time: moment(options.at ?? ctx.now().toISOString()),
    ...delivery,
  };
  const signature =
    options.broken === true
      ? randomBytes(256)
      : sign("sha256", Buffer.from(signedText(transmission)), ctx.state.signing.privateKey);
  return {
    "Content-Type": "application/json",
    "User-Agent": "PayPal/AUHD-214.0-local",
    "PAYPAL-AUTH-ALGO": "SHA256withRSA",
    "PAYPAL-AUTH-VERSION": "v2",
    "PAYPAL-CERT-URL": `${ctx.url}${certificatePath}`,
    "PAYPAL-TRANSMISSION-ID": transmission.id,
    "PAYPAL-TRANSMISSION-SIG": signature.toString("base64"),
    "PAYPAL-TRANSMISSION-TIME": transmission.time,
  };
}

/** True if this is one of our signatures over that transmission. */
export function verifyTransmission(ctx: PaypalContext, given: Transmission & { signature: string }): boolean {
  const { publicKey } = new X509Certificate(ctx.state.signing.certificate);
  const verifier = createVerify("sha256").update(signedText(given));
  return verifier.verify(publicKey, given.signature, "base64");
}
