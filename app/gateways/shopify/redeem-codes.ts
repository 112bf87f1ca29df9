import { merchantTexts } from "#app/i18n/texts.ts";
import { adminGraphql } from "./admin-client.server.ts";
import { faultsOf, type DiscountFault } from "./change-discounts.ts";
import { discountGid } from "./discounts.ts";

/** Shopify's limit of codes per call. */
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

/** Result for one requested code. `error` is null if the code exists. Its message is empty if Shopify gave none. */
export type CreatedCode = {
  readonly code: string;
  readonly error: { readonly message: string; readonly code: string | null } | null;
};

/**
 * Requests up to 250 codes to be added to a discount, which Shopify does later.
 * @returns the global id for `readCreation`, or Shopify's errors.
 * @throws PlatformError. After `unreachable` it may have begun. Repeating is safe, because existing codes are
 * reported as taken. Source: Admin API, `discountRedeemCodeBulkAdd` (write_discounts).
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
 * @throws PlatformError. Source: Admin API, `discountRedeemCodeBulkCreation`.
 */
export async function readCreation(shopDomain: string, creationId: string): Promise<CreatedCode[] | null> {
  const { discountRedeemCodeBulkCreation: found } = await adminGraphql(shopDomain, creation, {
    id: creationId,
  });
  // One that Shopify no longer knows is done. A later lookup shows if its codes exist.
  if (!found) return [];
  if (!found.done) return null;
  return found.codes.nodes.map(({ code, discountRedeemCode, errors: [first] }) => ({
    code,
    error: discountRedeemCode ? null : readCodeError(first),
  }));
}

/**
 * Live stores answer with text and no code, such as "must be unique. Please try a different code.", so only
 * the text shows that a code is taken. Source: recorded answers, docs/stand-in.md.
 */
function readCodeError(error: CreatedCode["error"] | undefined): NonNullable<CreatedCode["error"]> {
  if (!error) return { message: "", code: null };
  const isTaken = error.code === null && /must be unique\. please try/i.test(error.message);
  const isFragment = /^[a-z]/.test(error.message);
  return {
    message: isFragment
      ? merchantTexts("providers")("shopify.ofCode", { message: error.message })
      : error.message,
    code: isTaken ? "TAKEN" : error.code,
  };
}

/**
 * Requests the deletion of up to 250 codes of a discount by their global ids, which Shopify does later.
 * @returns Shopify's errors. @throws PlatformError. Source: Admin API, `discountCodeRedeemCodeBulkDelete`.
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
