import type { PayoutChunkId, ShopId } from "../domain/ids.ts";
import { decrypt, encrypt, hashToken } from "../platform/crypto.server.ts";
import type { PayoutChunk } from "./payout-chunks.ts";

const contextOf = (shopId: ShopId, chunkId: PayoutChunkId) => `payout-chunk:${shopId}:${chunkId}`;

/** Seals a content for its chunk, with what it is recognised by. */
export function sealContent(shopId: ShopId, chunkId: PayoutChunkId, content: string) {
  return {
    sealedContent: encrypt(content, contextOf(shopId, chunkId)),
    contentHash: hashToken(content),
  };
}

type Sealed = Pick<PayoutChunk, "shopId" | "chunkId" | "sealedContent" | "contentHash">;

/** Opens what `sealContent` sealed. @throws where it is not what was frozen. */
export function openContent({ shopId, chunkId, sealedContent, contentHash }: Sealed): string {
  const content = decrypt(sealedContent, contextOf(shopId, chunkId));
  if (hashToken(content) !== contentHash) throw new Error("A chunk's content is not what was frozen.");
  return content;
}

/** False for a content that was changed, or that this process has no key to. */
export function isAsFrozen(chunk: Sealed): boolean {
  try {
    openContent(chunk);
    return true;
  } catch {
    return false;
  }
}
