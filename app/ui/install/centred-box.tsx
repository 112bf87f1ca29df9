import { Box, InlineStack } from "@shopify/polaris";
import type { ReactNode } from "react";

/** One narrow column in the middle of a page without navigation. */
export function CentredBox({ children }: { children: ReactNode }) {
  return (
    <Box paddingBlock={{ xs: "400", md: "1600" }} paddingInline="400">
      <InlineStack align="center">
        <Box width="100%" maxWidth="32rem">
          {children}
        </Box>
      </InlineStack>
    </Box>
  );
}
