import type { Texts } from "../catalog-types.ts";
import type { terms as english } from "../en/terms.ts";

export const terms: Texts<typeof english> = {
  page: {
    title: "Deine Konditionen",
    none: "Du bist noch in keinem Programm.",
    since: "Seit {date}",
    accepted: "Diese Konditionen hast du beim Beitritt angenommen.",
    upcoming: "Neue Konditionen ab {date}",
    earlier: "Frühere Konditionen",
    between: "{from} bis {to}",
  },
  pay: {
    percentage: "{rate}",
    fixed: "{amount} pro Bestellung",
    perItem: "{amount} pro Artikel",
    none: "keine Provision",
    tiers: "Provision nach Stufen",
  },
  line: {
    everySale: "Jeder Verkauf",
    notice:
      "{days, plural, =0 {Die Konditionen können sich ohne Ankündigung ändern.} one {Schlechtere Konditionen werden dir # Tag vorher angekündigt.} other {Schlechtere Konditionen werden dir # Tage vorher angekündigt.}}",
    sale: "Du verdienst {pay} an jedem Verkauf.",
    rule: "{rule}: {pay}.",
    below: "{subject}: {pay} vor der ersten Stufe.",
    step: "{subject}: {pay} nach {threshold} {span}.",
    bonus: "Bonus von {amount} bei {threshold}.",
    repeatedBonus: "Bonus von {amount} für je {threshold}.",
    orderCap: "Höchstens {amount} pro Bestellung.",
    affiliateCap: "Höchstens {amount} {span}.",
    window: "{days, plural, one {Klicks zählen # Tag lang.} other {Klicks zählen # Tage lang.}}",
    minimum: "Auszahlungen ab {amount}.",
    upcoming: "Ab {date}: {change}",
  },
  threshold: {
    orders: "{count, plural, one {# Bestellung} other {# Bestellungen}}",
    sales: "{amount} Umsatz",
  },
  span: {
    ever: "insgesamt",
    month: "im Kalendermonat",
    quarter: "im Kalenderquartal",
    year: "im Kalenderjahr",
    days: "{count, plural, one {an einem Tag} other {innerhalb von # Tagen}}",
  },
  approved: {
    order:
      "{days, plural, =0 {Freigabe mit der Bestellung.} one {Freigabe # Tag nach der Bestellung.} other {Freigabe # Tage nach der Bestellung.}}",
    payment:
      "{days, plural, =0 {Freigabe mit der Zahlung.} one {Freigabe # Tag nach der Zahlung.} other {Freigabe # Tage nach der Zahlung.}}",
    fulfilment:
      "{days, plural, =0 {Freigabe mit dem Versand.} one {Freigabe # Tag nach dem Versand.} other {Freigabe # Tage nach dem Versand.}}",
  },
  reviewed: {
    order:
      "{days, plural, =0 {Der Shop prüft jede Provision.} one {Der Shop prüft jede Provision # Tag nach der Bestellung.} other {Der Shop prüft jede Provision # Tage nach der Bestellung.}}",
    payment:
      "{days, plural, =0 {Der Shop prüft jede Provision nach der Zahlung.} one {Der Shop prüft jede Provision # Tag nach der Zahlung.} other {Der Shop prüft jede Provision # Tage nach der Zahlung.}}",
    fulfilment:
      "{days, plural, =0 {Der Shop prüft jede Provision nach dem Versand.} one {Der Shop prüft jede Provision # Tag nach dem Versand.} other {Der Shop prüft jede Provision # Tage nach dem Versand.}}",
  },
  change: {
    fromTo: "{subject}: {before} → {after}",
    rules: "Die Regeln haben neue Bedingungen oder eine neue Reihenfolge.",
    tier: "{subject} nach {threshold}",
    firstTier: "{subject} vor der ersten Stufe",
    orderCap: "Obergrenze pro Bestellung",
    affiliateCap: "Obergrenze pro Affiliate",
    noLimit: "keine Obergrenze",
    sharedCap: "Die Obergrenze wird anders auf die Provisionssätze verteilt.",
    bonusAdded: "Neuer Bonus: {bonus}",
    bonusRemoved: "Entfallener Bonus: {bonus}",
    window: "Klicks zählen",
    days: "{days, plural, one {# Tag} other {# Tage}}",
    approvalPeriod: "Freigabefrist",
    approvalFrom: "Beginn der Freigabefrist",
    approval: "Freigabe",
    automatic: "automatisch",
    manual: "durch den Shop",
    with: "Provision jetzt auch auf {part}.",
    without: "Keine Provision mehr auf {part}.",
  },
  reason: {
    fraud: "Betrugsverdacht",
    legal: "rechtliche Gründe",
    leakedCode: "ein unbefugt verbreiteter Code",
  },
  start: { order: "Bestellung", payment: "Zahlung", fulfilment: "Versand" },
  part: {
    shipping: "Versandkosten",
    tax: "Steuern",
    tips: "Trinkgelder",
    giftCards: "Geschenkgutscheine",
    duties: "Zölle",
    beforeDiscounts: "Rabatte",
  },
};
