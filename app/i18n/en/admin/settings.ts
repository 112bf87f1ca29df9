/** Sections of the settings. */
export const settings = {
  appearance: {
    theme: "Theme",
    light: "Light",
    dark: "Dark",
    about: "Applies to this browser only.",
  },
  guide: {
    title: "Setup guide",
    text: "Show the setup guide on the dashboard again.",
    show: "Show guide",
    shown: "Setup guide shown",
  },
  privacy: {
    retention: {
      title: "Data retention",
      text: "Data is deleted when its time is over. Commissions and ledger entries stay. IP addresses are never stored.",
    },
    requests: {
      title: "Data requests",
      text: "Send customers their data within 30 days of a request. Erasure requests are completed automatically.",
    },
  },
} as const;
