import { adminGraphql } from "./admin-client.server.ts";
import { faultsOf, type DiscountFault } from "./change-discounts.ts";
import { discountGid } from "./discounts.ts";

/** The platform takes no more codes at once. */
export const codesAtOnce = 250;

const add = `#graphql
  mutation AddCodes($id: ID!, $codes: [DiscountRedeemCodeInput!]!) {
    discountRedeemCodeBulkAdd(discountId: $id, codes: $codes) {
      bulkCreation { id }
      userErrors { field message code }
    }
  }
`;

const creation = `#graphql
  query CodesBeingMade($id: ID!) {
    discountRedeemCodeBulkCreation(id: $id) {
      done
      codes(first: 250) { nodes { code discountRedeemCode { id } errors { message code } } }
    }
  }
`;

const remove = `#graphql
  mutation RemoveCodes($id: ID!, $ids: [ID!]) {
    discountCodeRedeemCodeBulkDelete(discountId: $id, ids: $ids) {
      job { id }
      userErrors { field message code }
    }
  }
`;

/** Result for one requested code. `error` is null if the code exists. */
export type CreatedCode = {
  readonly code: string;
  readonly error: { readonly message: string; readonly code: string | null } | null;
};

/**
 * Asks for up to 250 codes to be added to a discount, which the platform does later.
 * @returns the global id under which `readCreation` tells of it, or what the platform refuses.
 * @throws PlatformError; after `unreachable` whether it was begun is not known: asking again is harmless, codes that
 * are there already are told as taken. Source: Admin API, `discountRedeemCodeBulkAdd` (write_discounts).
 */
export async function addCodes(
  shopDomain: string,
  discountId: string,
  codes: readonly string[],
): Promise<string | DiscountFault[]> {
  const variables = { id: discountGid(discountId), codes: codes.map((code) => ({ code })) };
  const { discountRedeemCodeBulkAdd: answer } = await adminGraphql(shopDomain, add, variables);
  const faults = faultsOf(answer);
  return answer?.bulkCreation && faults.length === 0 ? answer.bulkCreation.id : faults;
}

/**
 * Results of a bulk creation. Null while Shopify is working on it.
 * @throws PlatformError when it cannot be asked. Source: Admin API, `discountRedeemCodeBulkCreation`.
 */
export async function readCreation(shopDomain: string, creationId: string): Promise<CreatedCode[] | null> {
  const { discountRedeemCodeBulkCreation: found } = await adminGraphql(shopDomain, creation, {
    id: creationId,
  });
  // One that the platform has forgotten is done; whether its codes are there shows when they are looked for.
  if (!found) return [];
  if (!found.done) return null;
  return found.codes.nodes.map(({ code, discountRedeemCode, errors: [first] }) => ({
    code,
    error: discountRedeemCode ? null : readCodeError(first),
  }));
}

/**
 * Live stores answer a fragment without a code, such as "must be unique. Please try a different code.", so the text
 * alone tells that a code is taken. Source: recorded answers, docs/stand-in.md.
 */
function readCodeError(error: CreatedCode["error"] | undefined): NonNullable<CreatedCode["error"]> {
  if (!error) return { message: "The platform did not make it", code: null };
  const isTaken = error.code === null && /must be unique\. please try/i.test(error.message);
  const isFragment = /^[a-z]/.test(error.message);
  return {
    message: isFragment ? `Code ${error.message}` : error.message,
    code: isTaken ? "TAKEN" : error.code,
  };
}

/**
 * Asks for codes of a discount to be deleted, by their global ids, up to 250; the platform does it later.
 * @returns what it refuses. @throws PlatformError. Source: Admin API, `discountCodeRedeemCodeBulkDelete`.
 */
export async function removeCodes(
  shopDomain: string,
  discountId: string,
  ids: readonly string[],
): Promise<DiscountFault[]> {
  const variables = { id: discountGid(discountId), ids };
  const answer = await adminGraphql(shopDomain, remove, variables);
  return faultsOf(answer.discountCodeRedeemCodeBulkDelete);
}
