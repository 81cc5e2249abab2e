/** Validators in the JSON form the client library exports. */

import type { Json } from "./json.ts";

/** A field of an object validator. */
export interface FieldValidatorJson {
  readonly fieldType: ValidatorJson;
  readonly optional: boolean;
}

/** A validator as the client library exports it. */
export type ValidatorJson =
  | { readonly type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" | "commitTs" }
  | { readonly type: "literal"; readonly value: Json }
  | { readonly type: "id"; readonly tableName: string }
  | { readonly type: "array"; readonly value: ValidatorJson }
  | { readonly type: "record"; readonly keys: ValidatorJson; readonly values: FieldValidatorJson }
  | { readonly type: "object"; readonly value: { readonly [field: string]: FieldValidatorJson } }
  | { readonly type: "union"; readonly value: readonly ValidatorJson[] };
