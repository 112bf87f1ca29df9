/** The tokens that let the app act on a shop: made, looked up and revoked here and nowhere else. */
import type { LocalContext } from "../context.ts";
import type { AccessToken, RefreshToken, ShopState, State } from "../state.ts";
import { randomHex } from "./signing.ts";

export const offlineLifeSeconds = 3_600;
export const refreshLifeSeconds = 90 * 86_400;
const codeLifeSeconds = 600;
/** Online tokens end with the staff member's session; the platform gives them a day. */
export const onlineLifeSeconds = 86_399;

export interface Grant {
  shop: string;
  scopes: string[];
  /** Null is the shop's own (offline) grant. */
  staffId: number | null;
}

/** A code for the app's callback; good once, for ten minutes. */
export function issueCode(ctx: LocalContext, grant: Grant): string {
  const code = randomHex(16);
  ctx.mutate((state) => state.codes.push({ ...grant, code, expiresAt: later(ctx.now(), codeLifeSeconds) }));
  return code;
}

/** Takes the code out of the state, so that it works once; null when unknown, foreign or too old. */
export function redeemCode(ctx: LocalContext, shop: string, code: string): Grant | null {
  const found = ctx.state.codes.find((entry) => entry.code === code && entry.shop === shop);
  if (found === undefined) return null;
  ctx.mutate((state) => {
    state.codes = state.codes.filter((entry) => entry !== found);
  });
  return isPast(ctx, found.expiresAt) ? null : found;
}

/** A new access token; `lifeSeconds` null makes the old kind that does not expire. */
export function issueAccessToken(ctx: LocalContext, grant: Grant, lifeSeconds: number | null): AccessToken {
  const now = ctx.now();
  const token: AccessToken = {
    token: `${grant.staffId === null ? "shpat" : "shpua"}_${randomHex(16)}`,
    shop: grant.shop,
    scopes: grant.scopes,
    staffId: grant.staffId,
    createdAt: now.toISOString(),
    expiresAt: lifeSeconds === null ? null : later(now, lifeSeconds),
  };
  ctx.mutate((state) => {
    state.accessTokens = state.accessTokens.filter((entry) => !isPast(ctx, entry.expiresAt));
    state.accessTokens.push(token);
  });
  return token;
}

/** A refresh token for the shop; `replaces` names the one that led to it. */
export function issueRefreshToken(ctx: LocalContext, grant: Grant, replaces: string | null): RefreshToken {
  const token: RefreshToken = {
    token: `shprt_${randomHex(16)}`,
    shop: grant.shop,
    scopes: grant.scopes,
    expiresAt: later(ctx.now(), refreshLifeSeconds),
    replaces,
  };
  ctx.mutate((state) => {
    state.refreshTokens = state.refreshTokens.filter((entry) => !isPast(ctx, entry.expiresAt));
    state.refreshTokens.push(token);
  });
  return token;
}

/**
 * The refresh token, if it still works. Its first use ends the one it replaced: until then the former one
 * stays good, so that an app whose answer was lost can ask again.
 */
export function redeemRefreshToken(ctx: LocalContext, shop: string, token: string): RefreshToken | null {
  const found = ctx.state.refreshTokens.find((entry) => entry.token === token && entry.shop === shop);
  if (found === undefined || isPast(ctx, found.expiresAt)) return null;
  ctx.mutate((state) => {
    state.refreshTokens = state.refreshTokens.filter((entry) => entry.token !== found.replaces);
  });
  return found;
}

/** The grant behind an access token, or null when it is unknown, expired, revoked or of another shop. */
export function findAccessToken(ctx: LocalContext, shop: ShopState, token: string): AccessToken | null {
  if (shop.installation === null) return null;
  const found = ctx.state.accessTokens.find((entry) => entry.token === token && entry.shop === shop.domain);
  return found === undefined || isPast(ctx, found.expiresAt) ? null : found;
}

/** Ends everything the app holds of a shop, as uninstalling does. */
export function revokeTokens(state: State, shop: string): void {
  state.codes = state.codes.filter((entry) => entry.shop !== shop);
  state.accessTokens = state.accessTokens.filter((entry) => entry.shop !== shop);
  state.refreshTokens = state.refreshTokens.filter((entry) => entry.shop !== shop);
}

function isPast(ctx: LocalContext, moment: string | null): boolean {
  return moment !== null && Date.parse(moment) <= ctx.now().getTime();
}

function later(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}
