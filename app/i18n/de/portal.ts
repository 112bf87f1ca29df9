import type { Texts } from "../catalog-types.ts";
import type { portal as english } from "../en/portal.ts";

export const portal: Texts<typeof english> = {
  signIn: {
    title: "Anmeldung für Affiliates",
    store: "Shop",
    storeHelp: "Der Shop, für den du Affiliate bist.",
    email: "E-Mail-Adresse",
    emailHelp: "Wir schicken dir einen Anmeldelink. Du brauchst kein Passwort.",
    submit: "Link anfordern",
    noMailServer: "Anmeldelinks können gerade nicht verschickt werden. Wende dich an {shop}.",
    noMailServerAnyStore: "Anmeldelinks können gerade nicht verschickt werden. Wende dich an den Shop.",
    sentTitle: "Sieh in dein Postfach",
    sent: "Wenn {email} zu einem Affiliate dieses Shops gehört, ist ein Anmeldelink unterwegs. Er gilt einmal und 30 Minuten lang.",
    sentHelp:
      "Keine E-Mail bekommen? Sieh im Spam-Ordner nach oder versuche es in ein paar Minuten noch einmal.",
    linkText: "Weiter zu deiner Affiliate-Seite.",
    linkButton: "Anmelden",
  },
  accept: {
    title: "Du bist eingeladen",
    text: "Nimm die Einladung an, um deinen Affiliate-Link zu bekommen und zu sehen, was du verdienst.",
    button: "Einladung annehmen",
  },
  link: {
    newLink: "Neuen Link anfordern",
    needsScript: "Aktiviere JavaScript, um diesen Link zu öffnen.",
  },
  noStore: {
    title: "Hier gibt es kein Affiliate-Programm",
    text: "Dieser Shop nutzt diese App nicht oder nicht mehr für sein Affiliate-Programm. Was du verdient hast, bleibt erhalten. Wende dich dazu an den Shop.",
  },
};
