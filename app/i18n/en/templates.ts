import type { AffiliateEmailKind } from "#app/domain/emails/kinds.ts";

/** The parts of an email that a store can change. */
export type EmailTemplate = { readonly subject: string; readonly body: string; readonly button: string };

/**
 * Default texts of emails to affiliates (`app/domain/emails/kinds.ts`). Stores can change subjects and bodies. Blank
 * lines separate the paragraphs of a body.
 */
export const templates = {
  affiliate: {
    application_confirm: {
      subject: "Confirm your application to {shop}",
      body: 'Hi {name}, you applied to the affiliate program "{program}" of {shop}. Confirm your email address to finish.\n\nThe link works once, within {validity}. If you didn\'t apply, ignore this email.',
      button: "Confirm email address",
    },
    application_known_affiliate: {
      subject: "You already have an account at {shop}",
      body: 'Hi {name}, your email address was used to apply to the affiliate program "{program}" of {shop}. You already have an affiliate account there.\n\nIf it was you, sign in to see your programs and links. The link works once, within {validity}.\n\nIf you didn\'t apply, ignore this email. Nothing has changed.',
      button: "Sign in",
    },
    application_waiting: {
      subject: "{shop} has your application",
      body: 'Hi {name}, you already applied to the affiliate program "{program}". {shop} will email you its answer.\n\nIf you didn\'t apply again, ignore this email. Nothing has changed.',
      button: "View program",
    },
    application_too_early: {
      subject: "Your application to {shop}",
      body: 'Hi {name}, you can apply to the affiliate program "{program}" again from {date}.\n\nIf you didn\'t apply again, ignore this email. Nothing has changed.',
      button: "View program",
    },
    application_received: {
      subject: "{shop} has your application",
      body: 'Hi {name}, thanks for applying to the affiliate program "{program}". {shop} will email you its answer.',
      button: "View program",
    },
    application_approved: {
      subject: "You're now a {shop} affiliate",
      body: 'Hi {name}, {shop} approved your application to "{program}".\n\n{message}\n\nSign in to get your link and code. The sign-in link works once, within {validity}. After that, request a new one on the sign-in page.',
      button: "Sign in",
    },
    application_declined: {
      subject: "Your application to {shop}",
      body: 'Hi {name}, {shop} didn\'t approve your application to the affiliate program "{program}".\n\n{message}\n\n{reapply}',
      button: "View program",
    },
    invitation: {
      subject: "{shop} invites you to become an affiliate",
      body: "Hi {name}, {shop} invites you to its affiliate program. You get your own link and earn a commission when someone buys through it.\n\nThe link works once, within {validity}.\n\nIf you're not interested, ignore this email.",
      button: "Accept invitation",
    },
    invitation_reminder: {
      subject: "Reminder: {shop} invites you to become an affiliate",
      body: "Hi {name}, {shop}'s invitation to its affiliate program is still open. You get your own link and earn a commission when someone buys through it.\n\nThe link works once, within {validity}.\n\nIf you're not interested, ignore this email.",
      button: "Accept invitation",
    },
    invitation_moved: {
      subject: "{shop} moved its affiliate program",
      body: "Hi {name}, {shop} now runs its affiliate program with another app. Your links and discount codes keep working.\n\nOpen your new page to see your orders and earnings and to check how you get paid. The link works once, within {validity}.",
      button: "Open my page",
    },
    sign_in: {
      subject: "Sign in to your {shop} affiliate page",
      body: "Hi {name}, here's your link to your {shop} affiliate page.\n\nIt works once, within {validity}. If you didn't ask for it, ignore this email.",
      button: "Sign in",
    },
    email_confirm: {
      subject: "Confirm your new email for {shop}",
      body: "Hi {name}, confirm this address to use it for your {shop} affiliate page.\n\nThe link works once, within {validity}. If you didn't ask for it, ignore this email.",
      button: "Confirm email",
    },
    email_changed: {
      subject: "Your email for {shop} was changed",
      body: "Hi {name}, your {shop} affiliate page now uses another email address. Sign-in links no longer go to this one.\n\nIf you didn't change it, tell {shop} right away. You were signed out in all other browsers.",
      button: "View your affiliate page",
    },
    details_confirm: {
      subject: "Confirm where {shop} pays you",
      body: "Hi {name}, someone signed in to your affiliate page asked {shop} to pay you to {account}.\n\nIf it was you, confirm it. The new details are used 24 hours later. The link works once, within {validity}.\n\nIf it wasn't you, don't confirm it, and nothing changes. Sign in to withdraw the new details, and tell {shop}.",
      button: "Review and confirm",
    },
    details_changed: {
      subject: "Your payout details for {shop} were changed",
      body: "Hi {name}, new payout details were confirmed: {account}. {shop} uses them from {date}. {replaced}\n\nIf you didn't change your payout details, tell {shop} right away.",
      button: "View payout details",
    },
    details_used_early: {
      subject: "{shop} now pays you to your new payout details",
      body: "Hi {name}, {shop} ended the waiting period of your new payout details. You're now paid to {account}. {replaced}\n\nIf you didn't change your payout details, tell {shop} right away.\n\nAccounts are shown in part only.",
      button: "View payout details",
    },
    sale: {
      subject: "You earned {amount} from {shop}",
      body: "Hi {name}, {source} Your commission is {commission}. {approval}\n\n{tier}",
      button: "View order",
    },
    sale_digest: {
      subject: "You earned {amount} from {shop}",
      body: "Hi {name}, {count} orders were credited to you. Your commissions come to {amount}.",
      button: "View orders",
    },
    approved: {
      subject: "{amount} approved",
      body: "Hi {name}, your commission for order {order} is approved. Your balance is {balance}. {next_payout}",
      button: "View balance",
    },
    approved_digest: {
      subject: "{count} commissions approved: {amount}",
      body: "Hi {name}, {count} commissions are approved: {amount}. Your balance is {balance}. {next_payout}",
      button: "View balance",
    },
    reversed: {
      subject: "Your commission for order {order} changed",
      body: "Hi {name}, {cause}\n\n{amount} of your commission is reversed. {remaining} remains.",
      button: "View order",
    },
    reversed_digest: {
      subject: "{count} commissions changed",
      body: "Hi {name}, {count} commissions were reversed in full or in part because orders were refunded, canceled, or changed: {amount}.",
      button: "View orders",
    },
    bonus: {
      subject: "You earned a bonus of {amount} from {shop}",
      body: 'Hi {name}, you reached the bonus "{bonus}" and earned {amount}.',
      button: "View your earnings",
    },
    tier: {
      subject: "You reached the next tier at {shop}",
      body: 'Hi {name}, you reached the next tier of the program "{program}". You now earn {rate}.',
      button: "View your earnings",
    },
    claim_accepted: {
      subject: "{shop} accepted your claim for order {order}",
      body: "Hi {name}, {shop} accepted your claim for order {order}.\n\n{message}",
      button: "View claims",
    },
    claim_declined: {
      subject: "{shop} declined your claim for order {order}",
      body: "Hi {name}, {shop} declined your claim for order {order}.\n\n{message}",
      button: "View claims",
    },
    code_changed: {
      subject: "Your discount code is now {code}",
      body: "Hi {name}, {shop} replaced your discount code {code_before} with {code}. Share {code} from now on. Orders with {code_before} stay yours.",
      button: "View your codes",
    },
    code_deactivated: {
      subject: "Your discount code {code} no longer works",
      body: "Hi {name}, {shop} deactivated your discount code {code}. Orders that used it stay yours. Your link still works.\n\n{reason}",
      button: "View your codes",
    },
    code_ends: {
      subject: "Your discount code {code} at {shop} ends on {date}",
      body: "Hi {name}, from {date} orders with your discount code {code} no longer count for you at {shop}. Earlier orders stay yours. Your link still works.",
      button: "View your codes",
    },
    code_stays: {
      subject: "Your discount code {code} at {shop} stays",
      body: "Hi {name}, your discount code {code} was to end on {date}. {shop} decided to keep it.",
      button: "View your codes",
    },
    paid: {
      subject: "{shop} paid you {amount}",
      body: "Hi {name}, {payment}\n\n{covers}\n\n{deducted}\n\n{questions}",
      button: "View payout",
    },
    unclaimed: {
      subject: "{amount} from {shop} is waiting for you at PayPal",
      body: "Hi {name}, {shop} sent you {amount} by PayPal, but there's no confirmed PayPal account for {account}.\n\nOpen an account with this address, or add the address to your account and confirm it. PayPal then pays you.\n\nIf you don't claim it within 30 days, it returns to your balance and is paid with the next payout.",
      button: "View payout",
    },
    returned: {
      subject: "A payout of {amount} was returned",
      body: "Hi {name}, {returned} The money is back in your balance.\n\nCheck your payout details. The money is paid with the next payout.\n\n{questions}",
      button: "Check payout details",
    },
    details_missing: {
      subject: "{shop} would like to pay you",
      body: "Hi {name}, you earned {amount} at {shop}, and it can be paid. Add payout details to get paid.\n\nYou're reminded after a week, and then once a month. You can turn off the reminders on the same page.",
      button: "Add payout details",
    },
    customer_missing: {
      subject: "{shop} can't find your customer account",
      body: "Hi {name}, {shop} pays you by store credit, but can't find a customer account for {email} anymore.\n\nCreate the account again with this email and choose store credit again, or choose another way to be paid. Your balance is paid with a later payout.",
      button: "Open payout details",
    },
    statement: {
      subject: "Your {shop} statement for {month} is ready",
      body: "Hi {name}, your statement for {month} is ready to download.",
      button: "View statements",
    },
    minimum_raised: {
      subject: "{shop} raises its minimum payout",
      body: "Hi {name}, from {date}, {shop} pays out balances of {amount} or more. Smaller balances roll over to the next payout.",
      button: "View your earnings",
    },
    terms_lower: {
      subject: "Your terms at {shop} change on {date}",
      body: "Hi {name}, {shop} changes your terms in {program} from {date}. Until then nothing changes.\n\n{changes}\n\nOrders keep the terms of the day they were placed.",
      button: "View your terms",
    },
    terms_better: {
      subject: "Better terms at {shop}",
      body: "Hi {name}, {shop} improved your terms in {program}. They apply to orders from now on.\n\n{changes}\n\nOrders keep the terms of the day they were placed.",
      button: "View your terms",
    },
    terms_new: {
      subject: "New terms at {shop}",
      body: "Hi {name}, {shop} changed your terms in {program}. They apply to orders from now on.\n\n{changes}\n\n{reason}\n\nOrders keep the terms of the day they were placed.",
      button: "View your terms",
    },
    terms_withdrawn: {
      subject: "Your terms at {shop} stay as they are",
      body: "Hi {name}, {shop} withdrew the new terms in {program} that were to start {date}. Your current terms stay.\n\nOrders keep the terms of the day they were placed.",
      button: "View your terms",
    },
    program_end: {
      subject: "{program} at {shop} ends on {date}",
      body: "Hi {name}, from {date} your orders in {program} at {shop} no longer earn a commission. Orders before that do.\n\n{reason}\n\nYour commissions so far stay yours.",
      button: "View your terms",
    },
  },
} as const satisfies { readonly affiliate: Readonly<Record<AffiliateEmailKind, EmailTemplate>> };
