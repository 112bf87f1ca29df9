import { rateLimiter } from "./rate-limit.ts";

/** By shop. Each round starts a bulk operation, signs in to the email server and calls the storefront. */
export const checksLimit = rateLimiter({ burst: 6, perSecond: 0.1 });

/** By shop. */
export const testEmailLimit = rateLimiter({ burst: 5, perSecond: 1 / 60 });
