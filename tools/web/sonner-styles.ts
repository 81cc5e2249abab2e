import type { Plugin } from "vite";

/**
 * The toast library writes a <style> element while it loads, which a Content-Security-Policy with
 * nonces refuses. Its styles come from src/styles/app.css instead, and this removes the writing.
 */
export function sonnerWithoutRuntimeStyles(): Plugin {
  return {
    name: "sonner-without-runtime-styles",
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        const marker = /^__insertCSS\("/m;
        if (!marker.test(code)) this.error("sonner no longer inserts its styles the way this plugin expects");
        return { code: code.replace(marker, 'void ("'), map: null };
      },
    },
  };
}
