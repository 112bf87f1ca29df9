/** The link of an invitation, on affiliates' pages and in the setup guide. */
export const invitation = {
  link: "Invitation link",
  help: "Copy it now. It's shown only once, works once, and expires in 14 days.",
  copy: "Copy link",
} as const;
