/** Settings ▸ Health. */
export const health = {
  again: "Check again",
  checking: "Checking",
  none: { complete: "Everything is working.", partial: "No issues found." },
  issues: "{count, plural, one {# issue needs attention.} other {# issues need attention.}}",
  others: "Other checks",
  othersCount:
    "{working, number} working{unchecked, plural, =0 {} other {, {unchecked, number} not checked}}",
  states: { ok: "Working", warning: "Warning", failed: "Failed", unknown: "Not checked" },
  test: "Send a test email to {to}",
  sent: "Test email sent",
  testMail: {
    subject: "Test email from Affiliate Platform",
    text: "This is a test email. Email delivery works.",
  },
} as const;
