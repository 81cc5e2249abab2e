/** Names of fields in validators: Convex takes identifiers only, and says so when the code is deployed. */

import { VALUE_LIMITS } from "./limits.ts";
import type { ValidatorJson } from "./validator-json.ts";

const FIELD = /^(?!_*$)[A-Za-z_][A-Za-z0-9_]*$/;

/** The place of the first field in a validator whose name is no identifier; null when all are. */
function misnamedField(validator: ValidatorJson, place: readonly string[] = []): readonly string[] | null {
  switch (validator.type) {
    case "array":
      return misnamedField(validator.value, place);
    case "record":
      return misnamedField(validator.values.fieldType, [...place, "*"]);
    case "union":
      return firstOf(validator.value, (member) => misnamedField(member, place));
    case "object":
      return firstOf(Object.entries(validator.value), ([field, { fieldType }]) => {
        const here = [...place, field];
        const isNamed = FIELD.test(field) && field.length <= VALUE_LIMITS.identifierLength;
        return isNamed ? misnamedField(fieldType, here) : here;
      });
    default:
      return null;
  }
}

function firstOf<T, Found>(items: readonly T[], find: (item: T) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/** Throws when a field of a validator has a name that is no identifier. `what` says whose field it is. */
export function checkFieldNames(validator: ValidatorJson | null, what: string): void {
  const place = validator === null ? null : misnamedField(validator);
  if (place === null) return;
  throw new Error(
    `${what} \`${place.join(".")}\` has an invalid name: \`${place.at(-1) ?? ""}\` is not an identifier. ` +
      "Names of fields begin with a letter or an underscore, hold only letters, digits and underscores, " +
      `not only underscores, and are at most ${VALUE_LIMITS.identifierLength} characters long.`,
  );
}
