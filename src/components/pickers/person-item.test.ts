import { expect, test } from "vitest";
import { personItem } from "./person-item";

test("people of one name are told apart by address and area; what is no person says what it is", () => {
  const ada = { id: "1", name: "Ada Byron", email: "ada@ao.com", area: "Retail" };
  expect(personItem(ada)).toEqual({ value: "1", label: "Ada Byron", detail: "ada@ao.com · Retail" });
  expect(personItem({ ...ada, area: null }).detail).toBe("ada@ao.com");
  expect(personItem({ id: "2", name: "You" })).toEqual({ value: "2", label: "You" });
  expect(personItem({ id: "3", name: "ETL", email: "", note: "Service user, yours" }).detail).toBe(
    "Service user, yours",
  );
});
