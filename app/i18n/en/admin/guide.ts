/** The setup guide's place in the settings. */
export const guide = {
  title: "Setup guide",
  text: "Show the setup guide on the dashboard again.",
  show: "Show guide",
  shown: "Setup guide shown",
} as const;
