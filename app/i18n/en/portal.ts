/** The affiliate portal. */
export const portal = {
  signIn: {
    title: "Affiliate sign-in",
    store: "Store",
    storeHelp: "The store you're an affiliate of.",
    email: "Email",
    emailHelp: "We'll email you a sign-in link. No password needed.",
    submit: "Send me a link",
    noMailServer: "Sign-in links can't be emailed right now. Contact {shop}.",
    noMailServerAnyStore: "Sign-in links can't be emailed right now. Contact the store.",
    sentTitle: "Check your email",
    sent: "If {email} belongs to an affiliate of this store, a sign-in link is on its way. It works once, within 30 minutes.",
    sentHelp: "No email? Check your spam folder, or try again in a few minutes.",
    linkText: "Continue to your affiliate page.",
    linkButton: "Sign in",
  },
  accept: {
    title: "You're invited",
    text: "Accept the invitation to get your affiliate link and see what you earn.",
    button: "Accept invitation",
  },
  link: {
    newLink: "Send me a new link",
    needsScript: "Turn on JavaScript to open this link.",
  },
  noStore: {
    title: "No affiliate program here",
    text: "This store doesn't use this app for its affiliate program, or no longer does. Your earnings are kept. Contact the store about them.",
  },
} as const;
