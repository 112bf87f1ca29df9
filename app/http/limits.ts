import { errorResponse } from "./respond.ts";

type Bucket = { tokens: number; at: number };

/**
 * A token bucket per key: `burst` requests at once, then `perSecond`. The buckets live in this process, so with three
 * processes a caller gets three times the limit. It protects a process, it is not a quota. `limits` lists all of them.
 */
function rateLimiter(options: { burst: number; perSecond: number; maxKeys?: number }) {
  const buckets = new Map<string, Bucket>();
  const maxKeys = options.maxKeys ?? 10_000;

  /** Seconds to wait, or 0 when the request may pass. `now` in milliseconds. */
  return function waitSeconds(key: string, now: number): number {
    const bucket = buckets.get(key) ?? { tokens: options.burst, at: now };
    const tokens = Math.min(options.burst, bucket.tokens + ((now - bucket.at) / 1000) * options.perSecond);
    const passes = tokens >= 1;
    // Inserting again keeps the map in order of use: its first key is the one unused for longest.
    buckets.delete(key);
    buckets.set(key, { tokens: passes ? tokens - 1 : tokens, at: now });
    if (buckets.size > maxKeys) {
      const oldest = buckets.keys().next().value;
      if (oldest !== undefined) buckets.delete(oldest);
    }
    return passes ? 0 : Math.ceil((1 - tokens) / options.perSecond);
  };
}

export const tooManyReason = { code: "too_many_requests" } as const;

export function tooManyRequests(waitSeconds: number): Response {
  return errorResponse(429, tooManyReason, [], {
    "Retry-After": String(waitSeconds),
  });
}

/**
 * Every rate limit of the app, in requests: `burst` at once, then `perSecond`. Each counts in its own process, by the key
 * that its caller passes.
 */
export const limits = {
  /** One API key or staff session. An integration that pages through a list stays below it. */
  apiCalls: rateLimiter({ burst: 240, perSecond: 40 }),
  /** One API key logging in. A client stuck in a loop must not fill the table of sessions. */
  loginsByKey: rateLimiter({ burst: 20, perSecond: 1 }),
  /** One address logging in to one shop. A key has 256 random bits, so this only spares the database. */
  loginsByCaller: rateLimiter({ burst: 100, perSecond: 10 }),
  /** One address reading the API's documents, which are prepared and need no database. */
  documents: rateLimiter({ burst: 60, perSecond: 10 }),

  /** One staff member saving forms. A person is slower; a form may send emails. */
  adminForms: rateLimiter({ burst: 120, perSecond: 5 }),
  /** Test emails of one shop. They go to addresses of its own, through the server that sends all others. */
  testEmails: rateLimiter({ burst: 10, perSecond: 1 / 60 }),

  /** One affiliate saving forms. A person is slower. */
  portalForms: rateLimiter({ burst: 30, perSecond: 0.5 }),
  /** One affiliate changing email notifications, which also works from an email without signing in. */
  notificationForms: rateLimiter({ burst: 30, perSecond: 0.5 }),
  /** Sign-in emails asked for by one address for one recipient. */
  signInEmails: rateLimiter({ burst: 10, perSecond: 1 / 60 }),
  /** Sign-in links opened by one address. Guessing a token is hopeless, so this only spares the database. */
  signInLinks: rateLimiter({ burst: 20, perSecond: 0.2 }),

  /** Applications to one shop from one address. Each may email a stranger. */
  applicationsByVisitor: rateLimiter({ burst: 10, perSecond: 1 / 60 }),
  /** Applications to one shop from all addresses: more than people send at a time, or in an hour. */
  applicationsByShop: rateLimiter({ burst: 200, perSecond: 0.1 }),
  /** Applications confirmed by one address. Guessing a token is hopeless, so this only spares the database. */
  applicationConfirmations: rateLimiter({ burst: 20, perSecond: 0.2 }),

  /**
   * Clicks from one address. More are redirected but not recorded. Many shoppers can share an address, so it remembers
   * more addresses than the other limits.
   */
  clicks: rateLimiter({ burst: 60, perSecond: 5, maxKeys: 50_000 }),
  /** Pixel events from one address: a browser sends one for each checkout. */
  pixelByVisitor: rateLimiter({ burst: 20, perSecond: 0.5 }),
  /** Pixel events of one shop, so that a flood there leaves the database to the others. */
  pixelByShop: rateLimiter({ burst: 500, perSecond: 50 }),
  /** App proxy requests from one address: a storefront page makes one. */
  proxyByVisitor: rateLimiter({ burst: 30, perSecond: 0.5 }),
  /** App proxy requests of one shop, so that a flood there leaves the database to the others. */
  proxyByShop: rateLimiter({ burst: 500, perSecond: 50 }),
  /** Page loads of one shop's staff that are counted. More tell nothing new about the app's speed. */
  vitalsByShop: rateLimiter({ burst: 60, perSecond: 1 }),
  /** PayPal certificates fetched for one address. PayPal's own is fetched once a day; others are named by strangers. */
  paypalCertificates: rateLimiter({ burst: 5, perSecond: 1 / 60 }),
};
