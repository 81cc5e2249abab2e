import { describe, expect, test } from "vitest";
import { whyNotDelete, whyNotUsername } from "./removing";

const START = "Username must start with a letter or underscore";
const LETTERS = "Username can only contain letters, digits, and underscores";

describe("the name of a Snowflake user that is to be deleted", () => {
  test.each([
    ["", "Username is required"],
    ["   ", "Username is required"],
    ["a".repeat(256), "Username must be less than 255 characters"],
    ["1st", START],
    ["-x", START],
    ["ada.byron", LETTERS],
    ["ada byron", LETTERS],
    ["adé", LETTERS],
    ["_ada_9", null],
    ["a".repeat(255), null],
    ["  ADA_BYRON ", null],
  ])("%j: %s", (name, message) => {
    expect(whyNotUsername(name)).toBe(message);
  });

  test.each([
    ["", "Please select a user to delete"],
    ["1st", "Invalid username format"],
    ["a".repeat(256), "Invalid username format"],
    ["ADA_BYRON", null],
  ])("%j as a whole: %s", (name, message) => {
    expect(whyNotDelete(name)).toBe(message);
  });
});
