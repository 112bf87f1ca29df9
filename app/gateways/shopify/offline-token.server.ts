import { HttpResponseError, type Session } from "@shopify/shopify-api";
import { now } from "../../platform/clock.ts";
import { sessionStorage, shopifyApiClient, tokenLease } from "../../shopify.server.ts";
import { PlatformError } from "./platform-error.ts";

/** Tokens are valid for an hour. One with less time left is refreshed before its use. */
const refreshAheadMs = 5 * 60_000;
/** Longest time one refresh may take before another process may try. */
const leaseMs = 15_000;
const pollMs = 150;

const underWay = new Map<string, Promise<Session>>();

/**
 * The shop's access token. One about to expire is refreshed once for all callers of this process, and for all
 * processes through a lease in the database. No transaction is open during the call to Shopify.
 * @throws PlatformError `not-installed`, `unauthorized` or `unreachable`
 */
export async function offlineToken(shopDomain: string): Promise<string> {
  const session = await loadOffline(shopDomain);
  const fresh = needsRefresh(session) ? await refreshOnce(session) : session;
  if (!fresh.accessToken) throw new PlatformError("not-installed", `No token is kept for ${shopDomain}`);
  return fresh.accessToken;
}

/**
 * The token to check if Shopify still accepts the app: a current one, or the stored one if Shopify refuses to
 * renew it.
 * @throws PlatformError if none is stored, or if renewing failed for a reason outside the shop
 */
export async function tokenToCheck(shopDomain: string): Promise<string> {
  try {
    return await offlineToken(shopDomain);
  } catch (error) {
    if (!isRenewalRefused(error)) throw error;
    return (await loadOffline(shopDomain)).accessToken ?? "";
  }
}

/** Shopify's errors about the app's own credentials, which prove nothing about a shop. */
const credentialErrors: ReadonlySet<unknown> = new Set(["invalid_client", "application_cannot_be_found"]);

function isRenewalRefused(error: unknown): boolean {
  if (!(error instanceof PlatformError && error.cause instanceof HttpResponseError)) return false;
  const { code, body } = error.cause.response;
  return code < 500 && code !== 429 && !credentialErrors.has(body?.["error"]);
}

/**
 * Replaces a token that was issued before these scopes were granted.
 * @throws PlatformError, also while another process refreshes it; try again then
 */
export async function widenOfflineToken(shopDomain: string, scopes: readonly string[]): Promise<void> {
  const session = await loadOffline(shopDomain);
  const isWide = scopes.every((one) => session.scope?.split(",").includes(one));
  if (isWide || session.refreshToken === undefined) return;
  if (!(await tokenLease.claim(session.id, now(), new Date(Date.now() + leaseMs)))) {
    throw new PlatformError("unreachable", "The token is being refreshed");
  }
  try {
    await refresh(await loadOffline(shopDomain));
  } finally {
    await tokenLease.release(session.id);
  }
}

async function loadOffline(shopDomain: string): Promise<Session> {
  const session = await sessionStorage.loadSession(shopifyApiClient().session.getOfflineId(shopDomain));
  if (!session?.accessToken) throw new PlatformError("not-installed", `No token is kept for ${shopDomain}`);
  return session;
}

function needsRefresh(session: Session): boolean {
  return session.isExpired(refreshAheadMs) && session.refreshToken !== undefined;
}

async function refreshOnce(session: Session): Promise<Session> {
  const running = underWay.get(session.id);
  if (running) return await running;
  const work = refreshLeased(session).finally(() => underWay.delete(session.id));
  underWay.set(session.id, work);
  return await work;
}

async function refreshLeased(session: Session): Promise<Session> {
  const granted = await waitForTurn(session, Date.now() + leaseMs);
  if (granted) return granted;
  try {
    // The lease may be free because another process finished. Its token is then used, not replaced.
    const current = await loadOffline(session.shop);
    return needsRefresh(current) ? await refresh(current) : current;
  } finally {
    await tokenLease.release(session.id);
  }
}

/** Null if this process has the lease. A usable session if another process is refreshing it. */
async function waitForTurn(session: Session, until: number): Promise<Session | null> {
  if (await tokenLease.claim(session.id, now(), new Date(Date.now() + leaseMs))) return null;
  // The old token works until the other process has the new one.
  if (!session.isExpired()) return session;
  if (Date.now() > until) throw new PlatformError("unreachable", "The token was not refreshed in time");
  await new Promise((resolve) => setTimeout(resolve, pollMs));
  const current = await loadOffline(session.shop);
  return needsRefresh(current) ? await waitForTurn(current, until) : current;
}

async function refresh(session: Session): Promise<Session> {
  const refreshToken = session.refreshToken ?? "";
  try {
    const answer = await shopifyApiClient().auth.refreshToken({ shop: session.shop, refreshToken });
    await sessionStorage.storeSession(answer.session);
    return answer.session;
  } catch (error) {
    const refused = error instanceof HttpResponseError && error.response.code < 500;
    throw new PlatformError(
      refused ? "unauthorized" : "unreachable",
      refused ? "The platform refused to renew the token" : "The token could not be renewed",
      { cause: error },
    );
  }
}
