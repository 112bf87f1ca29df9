/** Changes that failed on the server, over a form that keeps its input. */
export const failures = {
  commission: {
    add: "Couldn't add the commission. Try again.",
    adjust: "Couldn't adjust the balance. Try again.",
    changeAffiliate: "Couldn't change the affiliate. Try again.",
  },
  decision: { save: "Couldn't save the decision. Try again." },
  fraud: { saveRules: "Couldn't save the fraud rules. Try again." },
  report: { saveView: "Couldn't save the view. Try again." },
  terms: {
    endCustom: "Couldn't end custom terms. Try again.",
    saveCustom: "Couldn't save custom terms. Try again.",
    withdraw: "Couldn't withdraw the new terms. Try again.",
  },
  /** Word for word the texts of the specification. */
  spec: {
    createProgram: "Failed to create program",
    deleteProgram: "Failed to delete program",
    inviteAffiliate: "Failed to invite affiliate",
    updateProgram: "Failed to update program",
  },
} as const;
