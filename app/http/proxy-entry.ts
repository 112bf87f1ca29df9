import { createHmac, timingSafeEqual } from "node:crypto";
import { isShopDomain } from "#app/domain/shop-domain.ts";
import { now } from "#app/platform/clock.ts";
import { apiSecrets, env } from "#app/platform/env.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { limits, tooManyRequests } from "./limits.ts";
import { errorResponse } from "./respond.ts";

type ProxyInput = ProxyCall & {
  readonly request: Request;
  /** The visitor's address; '' where nobody tells. */
  readonly address: string;
  readonly now: Date;
};

/**
 * A door for pages of a store, which come through the platform's app proxy: who they are is proved before anything else,
 * and who is too fast waits. The store passes a fault on to its page, so whatever goes wrong asks it to come again.
 */
export function proxyEntry(run: (input: ProxyInput) => Promise<Response>) {
  return async function handle({ request }: { request: Request }): Promise<Response> {
    const at = now();
    const { TRUSTED_PROXIES: ownProxies } = env();
    const { search, searchParams } = new URL(request.url);
    const call = openProxyCall({ search, searchParams }, { secrets: apiSecrets(), now: at });
    if ("status" in call) return errorResponse(call.status, { code: "signature_invalid" });
    const address = proxiedVisitor(request.headers, ownProxies);
    const wait = Math.max(
      limits.proxyByVisitor(address, at.getTime()),
      limits.proxyByShop(call.shopDomain, at.getTime()),
    );
    if (wait > 0) return tooManyRequests(wait);
    try {
      return await run({ ...call, request, address, now: at });
    } catch (error) {
      log.error("A page of a store was not answered", { shop: call.shopDomain, ...describeError(error) });
      return errorResponse(503, { code: "try_again_later" }, [], { "Retry-After": "60" });
    }
  };
}

/** A call that came to the app as a part of a store, through the platform's app proxy. */
type ProxyCall = { readonly shopDomain: string; readonly query: URLSearchParams };

/** Why a call is not believed; 400 for one that cannot be, 401 for one that was not signed, or not now. */
type ProxyFault = { readonly status: 400 | 401; readonly message: string };

/** The platform signs at the moment of the call. */
const toleranceMs = 90_000;
const longestQuery = 8000;

/**
 * Opens a call of the app proxy. Source: `signature` is the HMAC-SHA256 in hex, with the app's secret, of every other
 * parameter as `name=value`, sorted and put together without a mark between, several values of a name parted by commas.
 */
export function openProxyCall(
  address: Pick<URL, "search" | "searchParams">,
  known: { secrets: readonly string[]; now: Date },
): ProxyCall | ProxyFault {
  const { searchParams: query } = address;
  if (address.search.length > longestQuery) return { status: 400, message: "query_too_long" };
  const single = (name: string): string => {
    const values = query.getAll(name);
    return values.length === 1 ? (values[0] ?? "") : "";
  };
  const [signature, shopDomain, timestamp] = [single("signature"), single("shop"), single("timestamp")];
  if (!/^[0-9a-f]{64}$/.test(signature)) return { status: 400, message: "signature_missing" };
  if (!isShopDomain(shopDomain)) return { status: 400, message: "shop_invalid" };
  if (!/^\d{1,12}$/.test(timestamp)) return { status: 400, message: "timestamp_missing" };
  const text = signedText(query);
  // Nothing parts the names in what is signed: a value of a visitor's could pretend to be another shop's name.
  if (text.split("shop=").length !== 2) return { status: 400, message: "shop_ambiguous" };
  const given = Buffer.from(signature, "hex");
  const isSignedBy = (secret: string): boolean =>
    timingSafeEqual(createHmac("sha256", secret).update(text).digest(), given);
  if (!known.secrets.some(isSignedBy)) {
    return { status: 401, message: "signature_invalid" };
  }
  if (Math.abs(known.now.getTime() - Number(timestamp) * 1000) > toleranceMs) {
    return { status: 401, message: "timestamp_too_far" };
  }
  return { shopDomain, query };
}

function signedText(query: URLSearchParams): string {
  const names = [...new Set(query.keys())].filter((name) => name !== "signature");
  return names
    .map((name) => `${name}=${query.getAll(name).join(",")}`)
    .toSorted()
    .join("");
}

/** The visitor's address: the platform stands before the app's own proxies, and writes down whom it speaks for. */
function proxiedVisitor(headers: { get(name: string): string | null }, ownProxies: number): string {
  const told = (headers.get("X-Forwarded-For") ?? "").split(",");
  return (told.at(-ownProxies - 1) ?? told[0] ?? "").trim().slice(0, 64);
}
