/** The choice to end something without notice. */
export const noNotice = {
  cancel: "Cancel",
  label: "End without notice",
  help: "Affiliates see the reason.",
  reasons: {
    none: "No",
    fraud: "Because of fraud",
    legal: "For legal reasons",
    "leaked-code": "Because the code leaked",
  },
} as const;
