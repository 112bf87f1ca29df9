import { uptimeMs } from "#app/platform/clock.ts";
import { keyedHash } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { findFact, keepFact } from "#app/store/health.ts";
import type { TokenFault } from "./token-fault.ts";

/** Result of the newest session token under these credentials; `proxies` are the entries of X-Forwarded-For. */
export type TokenNote = {
  readonly result: "accepted" | TokenFault;
  readonly credentials: string;
  readonly proxies: number;
};

const acceptedEveryMs = 3_600_000;
const refusedEveryMs = 60_000;

let acceptedUntil = 0;
let refusedUntil = 0;

const meanings: Record<TokenFault, string> = {
  secret: "they are signed with another secret than SHOPIFY_API_SECRET",
  key: "they are made for another app than SHOPIFY_API_KEY names",
  "secret-and-key": "they belong to another app than SHOPIFY_API_KEY and SHOPIFY_API_SECRET name",
  clock: "they are not of this time, so the clock of this machine is wrong",
};

/** Identifies this process's client ID and secret without revealing them. */
export function credentialsMark(): string {
  const { SHOPIFY_API_KEY, SHOPIFY_API_SECRET } = env();
  return keyedHash("api-credentials", `${SHOPIFY_API_KEY}:${SHOPIFY_API_SECRET}`);
}

/** Records, at most once an hour, that this process's credentials are right. */
export function noteTokenAccepted(now: Date, proxies: number): void {
  if (uptimeMs() < acceptedUntil) return;
  acceptedUntil = uptimeMs() + acceptedEveryMs;
  void storeTokenNote({ result: "accepted", credentials: credentialsMark(), proxies }, now);
}

/**
 * Logs, at most once a minute, that no session token can be verified, and records it for the health page. Anybody can
 * send a forged token, so a refusal changes nothing once a token was accepted under these credentials.
 */
export async function noteTokenRefused(fault: TokenFault, now: Date, proxies: number): Promise<void> {
  if (uptimeMs() < refusedUntil) return;
  refusedUntil = uptimeMs() + refusedEveryMs;
  const credentials = credentialsMark();
  const known = await readTokenNote().catch(() => null);
  const isProven = known?.note.result === "accepted" && known.note.credentials === credentials;
  log[isProven ? "debug" : "error"]("Shopify's session tokens can't be verified. Run npm run doctor.", {
    because: meanings[fault],
  });
  if (isProven) return;
  await storeTokenNote({ result: fault, credentials, proxies }, now);
}

export async function readTokenNote(): Promise<{ readonly note: TokenNote; readonly at: Date } | null> {
  const fact = await findFact(db(), "session-token");
  return fact && { note: JSON.parse(fact.value) as TokenNote, at: fact.at };
}

async function storeTokenNote(note: TokenNote, at: Date): Promise<void> {
  try {
    await keepFact(db(), "session-token", { value: JSON.stringify(note), at });
  } catch (error) {
    log.warn("What became of a session token was not kept", describeError(error));
  }
}
