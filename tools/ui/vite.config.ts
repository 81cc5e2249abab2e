import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sonnerWithoutRuntimeStyles } from "../web/sonner-styles";

/** The page that shows every part of src/ui: `npm run ui`. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  publicDir: fileURLToPath(new URL("../../public", import.meta.url)),
  plugins: [tailwindcss(), react(), sonnerWithoutRuntimeStyles()],
  server: { port: 6006 },
  build: { outDir: fileURLToPath(new URL("../../dist/ui", import.meta.url)), emptyOutDir: true },
});
