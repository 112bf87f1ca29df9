/** Pages that a shopper sees instead of the store. */
export const shopperPages = {
  unknown: {
    title: "This link doesn't work",
    text: "Ask the person who shared it for a new one.",
  },
  moment: {
    title: "Opening the link",
    text: "If nothing happens, <again>try again</again>.",
  },
} as const;
