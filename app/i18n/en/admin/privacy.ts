/** Settings ▸ Privacy. */
export const privacy = {
  retention: {
    title: "Data retention",
    text: "Data is deleted when its time is over. Commissions and ledger entries stay. IP addresses are never stored.",
  },
  requests: {
    title: "Data requests",
    text: "Send customers their data within 30 days of a request. Erasure requests are completed automatically.",
  },
} as const;
