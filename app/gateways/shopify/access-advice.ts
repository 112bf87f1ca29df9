export const allowlistAdvice = "Add it to the app's IP allowlist in the Dev Dashboard";

/** Tells an operator how to end an ACCESS_DENIED. Source: the platform's messages in first-install.md. */
export function denialAdvice(text: string): string {
  if (/bulk/i.test(text)) {
    return "Enable Run bulk operations under API access requests in the Partner Dashboard";
  }
  if (/not approved to (access|use)|protected customer data/i.test(text)) {
    return "Request protected customer data under API access requests in the Partner Dashboard";
  }
  return "Open the app in the store's admin to grant the missing permission";
}
