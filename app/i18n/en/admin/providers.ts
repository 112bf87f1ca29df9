/** Errors in the exchange with Shopify and PayPal, where they gave no words of their own. */
export const providers = {
  shopify: {
    answered: "Shopify answered {status}",
    busy: "Shopify is busy",
    fileAnswered: "Shopify's file answered {status}",
    noAnswer: "Shopify gave no usable answer",
    noData: "Shopify's answer has no data",
    noOperation: "Shopify didn't start the operation",
    /** Shopify begins some errors in the middle of a sentence. */
    ofCode: "Code {message}",
    noPixel: "Shopify didn't create the pixel",
    token: "Shopify no longer accepts this store's token (401). Open the app in your store's admin",
    address:
      "Shopify refused this server's address (403). Add it to the app's IP allowlist in the Dev Dashboard",
    denied: "{text}. {advice}",
    advice: {
      bulk: "Enable Run bulk operations under API access requests in the Partner Dashboard",
      protectedData: "Request protected customer data under API access requests in the Partner Dashboard",
      permission: "Open the app in your store's admin to grant the missing permission",
    },
  },
  paypal: {
    answered: "PayPal answered {status}",
    busy: "PayPal is busy",
    noAnswer: "PayPal gave no usable answer",
    noBatch: "PayPal's answer names no payout",
    noToken: "PayPal gave no token",
    tokenAnswered: "PayPal gave no token and answered {status}",
    token: "PayPal doesn't accept the app's token",
    unreachable: "Couldn't reach PayPal",
    unreadToken: "Couldn't read PayPal's token",
    /** Subject of PayPal's own email to an affiliate. */
    subject: "A payment from {store}",
  },
} as const;
