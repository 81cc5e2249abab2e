import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sonnerWithoutRuntimeStyles } from "./tools/sonner-styles.ts";

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
  ],
  resolve: {
    alias: withTestRoutes ? [{ find: /^\.\/routeTree\.gen$/, replacement: testRouteTree }] : [],
  },
  build: {
    sourcemap: false,
    chunkSizeWarningLimit: 400,
    // Every page carries the names of all chunks, to fetch them ahead; seven letters of hash tell versions apart as well.
    rolldownOptions: { output: { chunkFileNames: "assets/[name]-[hash:7].js" } },
  },
});
