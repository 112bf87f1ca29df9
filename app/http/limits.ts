import { rateLimiter } from "./rate-limit.ts";

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
  /** PayPal certificates fetched for one address. PayPal's own is fetched once a day; others are named by strangers. */
  paypalCertificates: rateLimiter({ burst: 5, perSecond: 1 / 60 }),
};
