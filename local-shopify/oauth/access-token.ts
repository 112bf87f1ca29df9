/** `POST /admin/oauth/access_token`: authorization code, token exchange and refresh. */
import type { LocalContext } from "../context.ts";
import type { ShopState } from "../state.ts";
import { readSessionToken } from "./session-token.ts";
import {
  findAccessToken,
  issueAccessToken,
  issueRefreshToken,
  offlineLifeSeconds,
  onlineLifeSeconds,
  redeemCode,
  redeemRefreshToken,
  refreshLifeSeconds,
  type Grant,
} from "./tokens.ts";

export interface TokenAnswer {
  status: 200 | 400 | 401 | 403;
  body: object;
}

const tokenType = "urn:ietf:params:oauth:token-type:";
const shopTokenType = "urn:shopify:params:oauth:token-type:";
const exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange";

type Form = Record<string, string>;

/** Answers what the platform answers to this body, already read from JSON or a form. */
export async function answerTokenRequest(
  ctx: LocalContext,
  shop: ShopState,
  form: Form,
): Promise<TokenAnswer> {
  if (form["client_id"] !== ctx.app.apiKey) {
    return refuse("application_cannot_be_found", "No application has this client id.");
  }
  const { apiSecret, nextApiSecret } = ctx.app;
  if (![apiSecret, nextApiSecret].includes(form["client_secret"])) {
    return { ...refuse("invalid_client", "The client secret is wrong."), status: 401 };
  }
  const grantType = form["grant_type"] ?? "authorization_code";
  if (grantType === "authorization_code") return redeemAuthorizationCode(ctx, shop, form);
  if (shop.installation === null) {
    return { ...refuse("app_not_installed", "The app is not installed on this shop."), status: 403 };
  }
  if (grantType === exchangeGrant) return exchangeToken(ctx, shop, form);
  if (grantType === "refresh_token") return refresh(ctx, shop, form);
  return refuse("unsupported_grant_type", `The local platform does not implement grant_type "${grantType}".`);
}

function redeemAuthorizationCode(ctx: LocalContext, shop: ShopState, form: Form): TokenAnswer {
  const grant = redeemCode(ctx, shop.domain, form["code"] ?? "");
  if (grant === null) {
    return refuse("invalid_request", "The authorization code was not found or was already used");
  }
  return grantTokens(ctx, shop, { grant, expiring: form["expiring"] === "1", replaces: null });
}

async function exchangeToken(ctx: LocalContext, shop: ShopState, form: Form): Promise<TokenAnswer> {
  if (form["subject_token_type"] === `${shopTokenType}offline-access-token`) {
    return exchangeOldToken(ctx, shop, form);
  }
  if (form["subject_token_type"] !== `${tokenType}id_token`) {
    return refuse("invalid_request", "subject_token_type is not supported");
  }
  const at = { shop: shop.domain, now: ctx.now() };
  const viewer = await readSessionToken(ctx.app, form["subject_token"] ?? "", at);
  if (viewer === null) return invalidSubject();
  const requested = form["requested_token_type"] ?? `${shopTokenType}online-access-token`;
  const online = requested === `${shopTokenType}online-access-token`;
  if (!online && requested !== `${shopTokenType}offline-access-token`) {
    return refuse("invalid_request", "requested_token_type is not supported");
  }
  const grant = { ...shopGrant(shop), staffId: online ? viewer : null };
  return grantTokens(ctx, shop, { grant, expiring: form["expiring"] === "1", replaces: null });
}

/** An app that still holds a token without an end changes it for one that expires. */
function exchangeOldToken(ctx: LocalContext, shop: ShopState, form: Form): TokenAnswer {
  const former = findAccessToken(ctx, shop, form["subject_token"] ?? "");
  if (former === null || former.staffId !== null || former.expiresAt !== null) return invalidSubject();
  ctx.mutate((state) => {
    state.accessTokens = state.accessTokens.filter((entry) => entry !== former);
  });
  return grantTokens(ctx, shop, {
    grant: shopGrant(shop),
    expiring: form["expiring"] === "1",
    replaces: null,
  });
}

/** The shop's own grant, as it is now. */
function shopGrant(shop: ShopState): Grant {
  return { shop: shop.domain, scopes: shop.installation?.scopes ?? [], staffId: null };
}

function refresh(ctx: LocalContext, shop: ShopState, form: Form): TokenAnswer {
  const former = redeemRefreshToken(ctx, shop.domain, form["refresh_token"] ?? "");
  if (former === null) return refuse("invalid_grant", "The refresh token is invalid or has expired");
  return grantTokens(ctx, shop, { grant: shopGrant(shop), expiring: true, replaces: former.token });
}

interface TokenOrder {
  grant: Grant;
  expiring: boolean;
  replaces: string | null;
}

function grantTokens(ctx: LocalContext, shop: ShopState, order: TokenOrder): TokenAnswer {
  const { grant } = order;
  const scope = grant.scopes.join(",");
  if (grant.staffId !== null) return grantOnline(ctx, shop, grant);
  if (!order.expiring) {
    return { status: 200, body: { access_token: issueAccessToken(ctx, grant, null).token, scope } };
  }
  const body = {
    access_token: issueAccessToken(ctx, grant, offlineLifeSeconds).token,
    scope,
    expires_in: offlineLifeSeconds,
    refresh_token: issueRefreshToken(ctx, grant, order.replaces).token,
    refresh_token_expires_in: refreshLifeSeconds,
  };
  return { status: 200, body };
}

function grantOnline(ctx: LocalContext, shop: ShopState, grant: Grant): TokenAnswer {
  const staff = shop.staff.find((member) => member.id === grant.staffId);
  if (staff === undefined) return invalidSubject();
  const { permittedScopes } = staff;
  // An app cannot do more by a person's token than the person may.
  const scopes = grant.scopes.filter((scope) => permittedScopes?.includes(scope) ?? true);
  const body = {
    access_token: issueAccessToken(ctx, { ...grant, scopes }, onlineLifeSeconds).token,
    scope: grant.scopes.join(","),
    expires_in: onlineLifeSeconds,
    associated_user_scope: scopes.join(","),
    associated_user: {
      id: staff.id,
      first_name: staff.firstName,
      last_name: staff.lastName,
      email: staff.email,
      email_verified: true,
      account_owner: staff.accountOwner,
      locale: staff.locale,
      collaborator: false,
    },
  };
  return { status: 200, body };
}

function invalidSubject(): TokenAnswer {
  return refuse("invalid_subject_token", "The subject token is not valid or has expired");
}

function refuse(error: string, description: string): TokenAnswer {
  return { status: 400, body: { error, error_description: description } };
}
