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

const fileContextOf = (shopId: ShopId, chunkId: PayoutChunkId) => `payout-file:${shopId}:${chunkId}`;

/** Seals the file that a bank's chunk is handed over as. */
export function sealFile(shopId: ShopId, chunkId: PayoutChunkId, file: string) {
  return { sealedFile: encrypt(file, fileContextOf(shopId, chunkId)), fileHash: hashToken(file) };
}

type SealedFile = Pick<PayoutChunk, "shopId" | "chunkId" | "sealedFile" | "fileHash">;

/** Opens what `sealFile` sealed. @throws where it is not what was handed over. */
export function openFile({ shopId, chunkId, sealedFile, fileHash }: SealedFile): string {
  const file = decrypt(sealedFile, fileContextOf(shopId, chunkId));
  if (hashToken(file) !== fileHash) throw new Error("A file is not what was handed over.");
  return file;
}

/** False for a content or file that was changed, or that this process has no key to. */
export function isAsFrozen(chunk: Sealed & SealedFile): boolean {
  try {
    openContent(chunk);
    if (chunk.sealedFile !== "" || chunk.fileHash !== "") openFile(chunk);
    return true;
  } catch {
    return false;
  }
}
