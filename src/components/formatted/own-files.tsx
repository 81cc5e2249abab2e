/** Files a formatted text refers to: shown from those its page already shows, and by name where the reader has them not. */

import { createContext, type ReactNode, useContext } from "react";
import type { SentFile } from "../files/sent-file";
import { NamedFile } from "../files/sent-files";

/** The files of a page that its texts may refer to. */
export interface PageFiles {
  readonly files: readonly SentFile[];
  readonly fetch: (id: string) => Promise<Blob>;
}

/** Without, a text shows no file. */
export const OwnFiles = createContext<PageFiles | null>(null);

/** One of them, where a text refers to it. */
export function OwnFile({ id, children }: { id: string; children: ReactNode }) {
  const page = useContext(OwnFiles);
  const file = page?.files.find((one) => one.id === id);
  return page && file ? <NamedFile file={file} fetch={page.fetch} /> : <bdi>{children}</bdi>;
}
