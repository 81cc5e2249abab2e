/** The shape of the list of floors. */

/** A folder of convex/ with everything below it that is not listed itself. */
export interface Floor {
  readonly folder: string;
  /** Folders it may import from; each stands before it in the list. */
  readonly uses: readonly string[];
  /** Doors whose functions it may name for the scheduler, or call in a transaction of their own. */
  readonly names?: readonly string[];
}

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");

/** A floor as the list writes it: its folder, what it uses, which doors it names. */
export const floor = (folder: string, uses: string, names = ""): Floor => ({
  folder,
  uses: words(uses),
  names: words(names),
});

/** Folders that use the same. */
export const alike = (folders: string, uses: string): Floor[] => words(folders).map((folder) => floor(folder, uses));
