import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fewChunks } from "./tools/web/code-splitting.ts";
import { iconsFromTheirOwnFiles, iconsOfOnePath } from "./tools/web/icons.ts";
import { sonnerWithoutRuntimeStyles } from "./tools/web/sonner-styles.ts";

/**
 * Routes under `src/routes/test/` exist only in a build made with PORTAL_TEST_ROUTES=1.
 * Such a build generates its own route tree, so the committed one never mentions them.
 */
const withTestRoutes = process.env.PORTAL_TEST_ROUTES === "1";
const testRouteTree = fileURLToPath(new URL("./.tanstack/routeTree.test.gen.ts", import.meta.url));

export default defineConfig({
  plugins: [
    tailwindcss(),
    tanstackStart({
      importProtection: { behavior: "error" },
      router: {
        // Only pages load late. An error view that had to be fetched first could not explain why nothing can be.
        codeSplittingOptions: { defaultBehavior: [["component"]] },
        ...(withTestRoutes
          ? { generatedRouteTree: "../.tanstack/routeTree.test.gen.ts" }
          : { routeFileIgnorePattern: "^test$" }),
      },
    }),
    react(),
    sonnerWithoutRuntimeStyles(),
    iconsFromTheirOwnFiles(),
    iconsOfOnePath(),
    fewChunks(),
  ],
  resolve: {
    alias: withTestRoutes ? [{ find: /^\.\/routeTree\.gen$/, replacement: testRouteTree }] : [],
  },
  build: {
    sourcemap: false,
    chunkSizeWarningLimit: 400,
    // Every page carries the names of all chunks, to fetch them ahead; eight letters of hash tell them apart as well.
    rolldownOptions: { output: { chunkFileNames: "assets/[hash:8].js" } },
  },
});
