import type { LocalShopify } from "../../local-shopify/server.ts";
import {
  askAdmin,
  askToken,
  demoShop,
  dig,
  exchangeForm,
  installWithToken,
  shopOf,
  startPlatform,
  type Json,
  type JsonAnswer,
} from "./platform-setup.ts";

/** Scopes of an app that pays in store credit. */
export const creditScopes = [
  "read_orders",
  "read_products",
  "read_customers",
  "write_store_credit_account_transactions",
  "read_store_credit_accounts",
];

export const creditDocument = `
  mutation Credit($id: ID!, $creditInput: StoreCreditAccountCreditInput!) {
    storeCreditAccountCredit(id: $id, creditInput: $creditInput) {
      storeCreditAccountTransaction {
        id amount { amount currencyCode } balanceAfterTransaction { amount } remainingAmount { amount }
        createdAt expiresAt event origin { __typename } account { id balance { amount currencyCode } }
      }
      userErrors { field message code }
    }
  }`;

const debitDocument = `
  mutation Debit($id: ID!, $debitInput: StoreCreditAccountDebitInput!) {
    storeCreditAccountDebit(id: $id, debitInput: $debitInput) {
      storeCreditAccountTransaction { id amount { amount } balanceAfterTransaction { amount } event }
      userErrors { field message code }
    }
  }`;

export const accountsDocument = `
  query Accounts($id: ID!, $query: String) {
    customer(id: $id) {
      storeCreditAccounts(first: 10) {
        nodes {
          id balance { amount currencyCode }
          transactions(first: 10, reverse: true, query: $query) {
            nodes {
              __typename createdAt event amount { amount }
              ... on StoreCreditAccountCreditTransaction { id remainingAmount { amount } expiresAt }
              ... on StoreCreditAccountDebitTransaction { id }
            }
          }
        }
      }
    }
  }`;

/** A shop's first customer, and an app that may credit them. */
export interface Till {
  platform: LocalShopify;
  customer: string;
  customerId: number;
  credit(amount: string, more?: Json, id?: string): Promise<JsonAnswer>;
  debit(amount: string, id?: string, currencyCode?: string): Promise<JsonAnswer>;
  accounts(query?: string): Promise<unknown>;
}

export async function openTill(now?: () => Date): Promise<Till> {
  const platform = await startPlatform(now === undefined ? {} : { now });
  await installWithToken(platform, creditScopes);
  // A new token each time: the clock of a test may have gone on for days.
  const ask = async (document: string, variables: Json): Promise<JsonAnswer> => {
    const { body } = await askToken(platform, await exchangeForm(platform, "offline"));
    return askAdmin(platform, body["access_token"], document, variables);
  };
  const customerId = shopOf(platform).customers[0]?.id ?? 0;
  const customer = `gid://shopify/Customer/${customerId}`;
  return {
    platform,
    customer,
    customerId,
    credit: (amount, more = {}, id = customer) => {
      const { currencyCode = "USD", ...rest } = more;
      const creditInput = { creditAmount: { amount, currencyCode }, ...rest };
      return ask(creditDocument, { id, creditInput });
    },
    debit: (amount, id = customer, currencyCode = "USD") =>
      ask(debitDocument, { id, debitInput: { debitAmount: { amount, currencyCode } } }),
    accounts: async (query) => {
      const { body } = await ask(accountsDocument, {
        id: customer,
        query: query ?? null,
      });
      return dig(body, "data", "customer", "storeCreditAccounts", "nodes");
    },
  };
}

export function transactionOf(answer: JsonAnswer): unknown {
  const [payload] = Object.values(dig(answer.body, "data") ?? {});
  return dig(payload, "storeCreditAccountTransaction");
}

export function errorsOf(answer: JsonAnswer): unknown {
  const [payload] = Object.values(dig(answer.body, "data") ?? {});
  return dig(payload, "userErrors");
}

/** The stand-in's own books of store credit, which judge what was credited. */
export async function booksOf(platform: LocalShopify): Promise<unknown> {
  return dig(await (await fetch(`${platform.url}/__store-credit`)).json(), demoShop);
}
