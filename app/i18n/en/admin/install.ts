import type { AuthorizationFault } from "#app/domain/authorization-result.ts";
import type { ShopDomainFault } from "#app/domain/shop-domain.ts";

/** The installation, word for word in the texts of the specification. */
export const install = {
  title: "Install Affiliate Platform",
  lead: "Connect your store to start managing affiliate partnerships and boost your sales.",
  /** CSS capitalizes the first letter. */
  benefits: {
    title: "What you'll get",
    manage: "manage and track affiliate partnerships",
    calculate: "automatic commission calculations and payouts",
    report: "real-time performance analytics and reporting",
    share: "custom affiliate links and promotional codes",
    pay: "automated affiliate payouts and reconciliation",
  },
  legal:
    "By using this app you agree to the <terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>.",
  /** Where the form is off. */
  store: {
    title: "Install from Shopify",
    open: "Open the Shopify App Store while you're signed in to your store.",
    find: "Find Affiliate Platform and choose Install.",
    confirm: "Confirm what the app may do. It then opens in your store's admin, under Apps.",
    installed: "Already installed? Open it in your store's admin, under Apps.",
  },
  form: {
    error: "Installation Error",
    domain: "Shop Domain",
    help: "Enter your Shopify store domain",
    submit: "Install App",
    userFailed: "Failed to fetch user",
  },
  domain: {
    missing: "Please enter your shop domain",
    invalid: "Please enter a valid Shopify store domain (e.g., {example})",
  } satisfies Record<ShopDomainFault, string>,
  result: {
    title: "App Installation",
    spinner: "Processing",
    processing: "Processing Authorization",
    wait: "Please wait while we complete your app installation...",
    dashboard: "Go to Dashboard Now",
    success: "Installation Successful",
    connected: "{shop} has been successfully connected.",
    redirecting: "Redirecting to your dashboard in {seconds, plural, one {# second} other {# seconds}}...",
    failed: "Installation Failed",
    again: "Don't worry! You can try installing the app again.",
    retry: "Try Again",
    back: "Back to Installation",
    faults: {
      denied: "Authorization was denied or failed",
      unexpected: "Unexpected OAuth flow - please try installing the app again",
      missing: "Missing required authorization parameters",
      failed: "Authentication failed",
    } satisfies Record<AuthorizationFault, string>,
    problems: {
      expired: "You have one minute to confirm the installation. Start it again.",
      invalid: "Couldn't verify Shopify's answer. Start the installation again.",
      unreachable: "Couldn't reach Shopify. Start the installation again in a moment.",
    },
  },
} as const;
