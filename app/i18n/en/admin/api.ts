/** Settings ▸ API. */
export const api = {
  about: "Use a key to connect your own software to your affiliate data.",
  docs: "API documentation",
  none: "No API keys yet",
  made: "Ends in {lastFour}. Created by {name}, {time}. {used}.",
  used: "Last used {time}",
  unused: "Never used",
  isRevoked: "Revoked",
  revoked: "API key revoked",
  scopes: { read: "Read only", write: "Read and write" },
  revoke: {
    button: "Revoke",
    label: "Revoke {name}",
    title: "Revoke {name}?",
    text: "Software that uses this key loses access at once. You can't undo this.",
    confirm: "Revoke key",
  },
  form: {
    name: "Key name",
    example: "Accounting export",
    access: "Access",
    create: "Create API key",
  },
  created: {
    title: "API key created",
    text: "Copy it now. It won't be shown again.",
    copy: "Copy key",
  },
} as const;
