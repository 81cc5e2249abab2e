/** A file its sender must change before it can be kept, or that may not be sent. */
export class FileRefusal extends Error {
  override readonly name = "FileRefusal";
  readonly code:
    | "FileTooLarge"
    | "DigestMismatch"
    | "UploadAborted"
    | "StorageTokenInvalid"
    | "StorageTokenExpired"
    | "StorageTokenUsed";

  constructor(code: FileRefusal["code"], message: string) {
    super(message);
    this.code = code;
  }
}
