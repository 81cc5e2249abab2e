import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { type IconShape, linesOf } from "./icon-lines.ts";

/** `import { Check, X as Close } from "lucide-react"` with nothing but names, as the formatter writes it. */
const importOfIcons = /import\s*\{([^}]*)\}\s*from\s*"lucide-react";?/g;
/** `export { default as Check, default as CheckIcon } from './icons/check.mjs';` in the library's index. */
const exportOfIcon = /^export \{ (.*?) \} from '\.\/icons\/(.*?)\.mjs';$/gm;

/**
 * Imports each icon from its own file. Through the library's index every module that shows one icon would depend on
 * all of them, and nobody could say from the graph which page needs which (`chunks.ts`).
 * Fails the build when a name is none of the library's icons.
 */
export function iconsFromTheirOwnFiles(): Plugin {
  const index = fileURLToPath(
    import.meta.resolve("lucide-react/package.json").replace("package.json", "dist/esm/lucide-react.mjs"),
  );
  const files = filesOfIcons(readFileSync(index, "utf8"));
  return {
    name: "icons-from-their-own-files",
    transform: {
      filter: { id: /\/src\/.*\.tsx?/, code: /"lucide-react"/ },
      handler(code) {
        const changed = importEachIcon(code, (icon) => {
          const file = files.get(icon);
          return file === undefined
            ? this.error(`lucide-react has no icon named ${icon}`)
            : `lucide-react/icons/${file}`;
        });
        return { code: changed, map: null };
      },
    },
  };
}

/** Name of an icon, aliases included, to its file under `icons/`, read from the text of the library's index. */
export function filesOfIcons(index: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = "", file = ""] of index.matchAll(exportOfIcon)) {
    for (const name of names.split(", ")) files.set(name.replace("default as ", ""), file);
  }
  return files;
}

/** The code with one import per icon, from the file `fileOf` names; types and everything else stay as they are. */
export function importEachIcon(code: string, fileOf: (icon: string) => string): string {
  return code.replace(importOfIcons, (_all, list: string) => {
    const names = list.split(",").flatMap((name) => name.trim() || []);
    const types = names.filter((name) => name.startsWith("type "));
    const imports = names
      .filter((name) => !types.includes(name))
      .map((name) => {
        const [icon = "", local = icon] = name.split(" as ");
        return `import ${local} from ${JSON.stringify(fileOf(icon))};`;
      });
    if (types.length > 0) imports.push(`import { ${types.join(", ")} } from "lucide-react";`);
    return imports.join(" ");
  });
}

const drawIcon = fileURLToPath(new URL("../../src/ui/line-icon.tsx", import.meta.url));

/**
 * Draws each icon as one element that holds one path. The library makes five of most and works out on every page anew
 * what an icon is made of, and a list shows fifty. In the server's pages as well: the browser takes over what it finds.
 */
export function iconsOfOnePath(): Plugin {
  return {
    name: "icons-of-one-path",
    config: () => ({ ssr: { noExternal: ["lucide-react"] } }),
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
      async handler(_code, id) {
        const icon = (await import(pathToFileURL(id).href)) as { __iconData: { node: readonly IconShape[] } };
        const lines = linesOf(icon.__iconData.node);
        if (lines === null) return null;
        const code = `import { lineIcon } from ${JSON.stringify(drawIcon)};\nexport default lineIcon(${JSON.stringify(lines)});`;
        return { code, map: null, moduleSideEffects: false };
      },
    },
  };
}
