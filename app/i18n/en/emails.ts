/** Emails to affiliates. */
export const emails = {
  footer: {
    reason: "You get this because you're a {shop} affiliate.",
    settings: "Notification settings and unsubscribe",
  },
  sale: {
    subject: "You earned {amount} from {shop}",
    byLink: "Hi {name}, order {order} came through your link. Your commission is {amount}.",
    byOther: "Hi {name}, order {order} was credited to you. Your commission is {amount}.",
    approvedBy: "It will be approved by {date} unless the order is refunded.",
    reviewed: "{shop} reviews it before it's approved.",
    button: "View order",
    digest:
      "Hi {name}, {count, plural, one {# order was} other {# orders were}} credited to you. Your commissions come to {amounts}.",
    digestButton: "View orders",
  },
  approved: {
    subject: "{amount} approved",
    text: "Hi {name}, your commission for order {order} is approved. Your balance is {balance}.",
    button: "View balance",
    digestSubject: "{count, plural, one {# commission} other {# commissions}} approved: {amounts}",
    digest:
      "Hi {name}, {count, plural, one {# commission is} other {# commissions are}} approved: {amounts}. Your balance is {balance}.",
  },
  reversed: {
    subject: "Your commission for order {order} changed",
    refunded: "Hi {name}, order {order} was refunded.",
    canceled: "Hi {name}, order {order} was canceled.",
    disputed: "Hi {name}, the payment for order {order} was disputed and lost.",
    declined: "Hi {name}, {shop} declined your commission for order {order}.",
    reassigned: "Hi {name}, {shop} credited order {order} to another affiliate.",
    changed: "Hi {name}, order {order} was changed or refunded in part.",
    amount: "{amount} of your commission is reversed. {remaining} remains.",
    button: "View order",
    digestSubject: "{count, plural, one {# commission} other {# commissions}} changed",
    digest:
      "Hi {name}, {count, plural, one {# commission was} other {# commissions were}} reversed in full or in part because orders were refunded, canceled, or changed: {amounts}.",
    digestButton: "View orders",
  },
  paid: {
    subject: "{shop} paid you {amount}",
    paypal:
      "Hi {name}, {amount} is on its way to {account, select, none {your PayPal account} other {your PayPal account {account}}}.",
    bank: "Hi {name}, {amount} is on its way to {account, select, none {your bank account} other {your bank account {account}}}. Bank transfers usually arrive in 1-3 business days.",
    storeCredit: "Hi {name}, {amount} was added to your store credit. It's in your {shop} account now.",
    outside: "Hi {name}, {shop} marked {amount} as paid to you.",
    covers: "It covers {count, plural, one {# commission} other {# commissions}}.",
    deducted: "Includes {amount} for refunds and adjustments.",
    questions: "Questions? Reply to this email.",
    button: "View payout",
  },
  unclaimed: {
    subject: "{amount} from {shop} is waiting for you at PayPal",
    text: "Hi {name}, {shop} sent you {amount} by PayPal, but there's no confirmed PayPal account for {receiver}.",
    how: "Open an account with this address, or add the address to your account and confirm it. PayPal then pays you.",
    later:
      "If you don't claim it within 30 days, it returns to your balance and is paid with the next payout.",
  },
  returned: {
    subject: "A payout of {amount} was returned",
    text: "Hi {name}, {shop} couldn't pay you {amount}{account, select, none {} other { to {account}}}. The money is back on your balance.",
    how: "Check your payout details. The money is paid with the next payout.",
    button: "Check payout details",
  },
  invitation: {
    subject: "{shop} invites you to become an affiliate",
    text: "Hi {name}, {shop} invites you to its affiliate program. You get your own link and earn a commission when someone buys through it.",
    once: "The link works once, within {days, plural, one {# day} other {# days}}.",
    ignore: "If you're not interested, ignore this email.",
    button: "Accept invitation",
    reason: "You get this because {shop} invited you.",
  },
  signIn: {
    subject: "Sign in to your {shop} affiliate page",
    text: "Hi {name}, here's your link to your {shop} affiliate page.",
    once: "It works once, within {minutes, plural, one {# minute} other {# minutes}}. If you didn't ask for it, ignore this email.",
    button: "Sign in",
  },
  confirmDetails: {
    subject: "Confirm where {shop} pays you",
    text: "Hi {name}, someone signed in to your affiliate page asked {shop} to pay you to {account}.",
    wait: "If it was you, confirm it. The new details are used 24 hours later. The link works once, within {hours, plural, one {# hour} other {# hours}}.",
    notYou:
      "If it wasn't you, don't confirm it, and nothing changes. Sign in to withdraw the new details, and tell {shop}.",
    button: "Review and confirm",
  },
  confirmEmail: {
    subject: "Confirm your new email for {shop}",
    text: "Hi {name}, confirm this address to use it for your {shop} affiliate page.",
    once: "The link works once, within {hours, plural, one {# hour} other {# hours}}. If you didn't ask for it, ignore this email.",
    button: "Confirm email",
  },
  emailChanged: {
    subject: "Your email for {shop} was changed",
    text: "Hi {name}, your {shop} affiliate page now uses another email address. Sign-in links no longer go to this one.",
    notYou: "If you didn't change it, tell {shop} right away. You were signed out in all other browsers.",
    button: "View your affiliate page",
  },
} as const;
