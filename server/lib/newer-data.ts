/** Data of a newer version. The message is for the person who starts the portal. */
export class NewerData extends Error {
  override readonly name = "NewerData";

  constructor(migration: string) {
    super(
      `This data was used by a newer version of the portal (migration ${migration}). Start that version, or restore a backup from before it.`,
    );
  }
}
