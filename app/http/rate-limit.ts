import { errorResponse } from "./respond.ts";

type Bucket = { tokens: number; at: number };

/**
 * A token bucket per key, in this process: `burst` requests at once, then `perSecond`.
 * With several processes each has its own buckets, so the limit for a caller is that many times higher;
 * it guards a process against one caller, it is no quota.
 */
export function rateLimiter(options: { burst: number; perSecond: number; maxKeys?: number }) {
  const buckets = new Map<string, Bucket>();
  const maxKeys = options.maxKeys ?? 10_000;

  /** Seconds to wait, or 0 when the request may pass. `now` in milliseconds. */
  return function waitSeconds(key: string, now: number): number {
    const bucket = buckets.get(key) ?? { tokens: options.burst, at: now };
    const tokens = Math.min(options.burst, bucket.tokens + ((now - bucket.at) / 1000) * options.perSecond);
    const passes = tokens >= 1;
    // Re-inserting keeps the map in order of use, so that the first key is the one longest unused.
    buckets.delete(key);
    buckets.set(key, { tokens: passes ? tokens - 1 : tokens, at: now });
    if (buckets.size > maxKeys) {
      const oldest = buckets.keys().next().value;
      if (oldest !== undefined) buckets.delete(oldest);
    }
    return passes ? 0 : Math.ceil((1 - tokens) / options.perSecond);
  };
}

/** What every door tells a caller who is too fast. */
export const tooManyMessage = "Too many requests. Please try again later.";

/** The answer of every door to a caller who is too fast. */
export function tooManyRequests(waitSeconds: number): Response {
  return errorResponse(429, tooManyMessage, [], {
    "Retry-After": String(waitSeconds),
  });
}
