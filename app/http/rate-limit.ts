import { errorResponse } from "./respond.ts";

type Bucket = { tokens: number; at: number };

/**
 * A token bucket per key: `burst` requests at once, then `perSecond`. The buckets live in this process, so with three
 * processes a caller gets three times the limit. It protects a process, it is not a quota. `limits.ts` lists all of them.
 */
export function rateLimiter(options: { burst: number; perSecond: number; maxKeys?: number }) {
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

export const tooManyMessage = "Too many requests. Please try again later.";

export function tooManyRequests(waitSeconds: number): Response {
  return errorResponse(429, tooManyMessage, [], {
    "Retry-After": String(waitSeconds),
  });
}
