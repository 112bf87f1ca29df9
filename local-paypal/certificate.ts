/**
 * A key and a self-signed X.509 certificate, made at the first start: Node can read certificates but not
 * make them, and a private key has no business in a repository. RFC 5280 has the shapes.
 */
import { createHash, generateKeyPairSync, sign } from "node:crypto";

export interface Signing {
  /** PEM, both. */
  privateKey: string;
  certificate: string;
}

const sha256WithRsa = "1.2.840.113549.1.1.11";
const commonName = "2.5.4.3";

let made: Signing | null = null;

/** Valid for ten years from `now`. All stand-ins that one process starts share theirs: making one is slow. */
export function makeSigning(now: Date): Signing {
  made ??= makeNew(now);
  return made;
}

function makeNew(now: Date): Signing {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const algorithm = sequence(oid(sha256WithRsa), element(0x05, Buffer.alloc(0)));
  const name = sequence(
    element(
      0x31,
      sequence(oid(commonName), element(0x0c, Buffer.from("messageverificationcerts.local.paypal"))),
    ),
  );
  const until = new Date(now.getTime() + 3_650 * 86_400_000);
  const key = publicKey.export({ type: "spki", format: "der" });
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, serialOf(key)),
    algorithm,
    name,
    sequence(time(now), time(until)),
    name,
    key,
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = sequence(body, algorithm, element(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: toPem(certificate),
  };
}

/** The first bit stays clear: a serial number is not negative. */
function serialOf(key: Buffer): Buffer {
  const serial = createHash("sha256").update(key).digest().subarray(0, 12);
  return Buffer.concat([Buffer.from([0x01]), serial]);
}

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

function lengthOf(content: Buffer): Buffer {
  if (content.length < 0x80) return Buffer.from([content.length]);
  const bytes = content.length < 0x100 ? [content.length] : [content.length >> 8, content.length & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest.flatMap(inSevens)];
  return element(0x06, Buffer.from(bytes));
}

/** A number in groups of seven bits, all but the last marked. */
function inSevens(value: number): number[] {
  const groups = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
  return groups;
}

function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return element(0x18, Buffer.from(digits));
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
