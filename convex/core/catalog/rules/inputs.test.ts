import { expect, test } from "vitest";
import { fillLines, fillText, inputOf, missingFromPeople, placesIn, type Places } from "./inputs";

const ada = { name: "Ada Byron", firstName: "Ada", lastName: "Byron", email: "ada@ao.com", snowflakeUser: "ADA.BYRON" };
const places: Places = {
  form: { role: "READ", days: 30, tables: ["A", "B"], sly: "{requester.email}" },
  request: { key: "REQ-142" },
  requester: ada,
  beneficiary: { ...ada, snowflakeUser: undefined },
};

test("places of a text are filled; one without a value is left empty, a stranger too", () => {
  expect(
    fillText("{request.key}: {form.role} for {beneficiary.name}, {form.tables}{form.nothing}{area.name}", places),
  ).toBe("REQ-142: READ for Ada Byron, A, B");
});

test("what is filled in is not read for places again", () => {
  expect(fillText("{form.sly}", places)).toBe("{requester.email}");
});

test("instructions leave out the lines about answers nobody gave, and keep every other line", () => {
  const text =
    "For {beneficiary.name}:\n- Role {form.role}, {form.nothing}\n- Schedule {form.schedule} of {form.job} for {request.key}\n\n- Then look";
  expect(fillLines(text, places)).toBe("For Ada Byron:\n- Role READ, (not given)\n\n- Then look");
});

test("steps are counted without those that were left out, and anew in every list", () => {
  expect(fillLines("1. Look\n2. Use {form.nothing}\n3. Tell {form.role}\n4. Stop\n1. Rest\n2. Go", places)).toBe(
    "1. Look\n2. Tell READ\n3. Stop\n1. Rest\n2. Go",
  );
});

test("a line says of whom or what else something is missing", () => {
  expect(fillLines("Charge {area.costCentre} for {beneficiary.snowflakeUser}", places)).toBe(
    "Charge (not given) for (not given)",
  );
});

test("names with dots make nested input; a source without a value leaves its name out", () => {
  const input = {
    role: { from: "form" as const, field: "role" },
    none: { from: "form" as const, field: "none" },
    user: { from: "requester" as const, field: "snowflakeUser" },
    "monitor.name": { from: "text" as const, text: "{form.role}_MONITOR" },
    "monitor.percent": { from: "constant" as const, value: 80 },
    members: { from: "constant" as const, value: [] },
  };
  expect(inputOf({ input }, places)).toEqual({
    role: "READ",
    user: "ADA.BYRON",
    monitor: { name: "READ_MONITOR", percent: 80 },
    members: [],
  });
});

test("a person without what a task needs is named", () => {
  expect(
    missingFromPeople(
      { input: { user: { from: "beneficiary", field: "snowflakeUser" }, by: { from: "requester", field: "email" } } },
      places,
    ),
  ).toEqual(["beneficiary.snowflakeUser"]);
});

test("the places of a text can be listed", () => {
  expect(placesIn("{form.first_name} of {area.costCentre}, {not a place}")).toEqual([
    "form.first_name",
    "area.costCentre",
  ]);
});
