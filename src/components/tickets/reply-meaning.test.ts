import { expect, test } from "vitest";
import { replyRecipients } from "./reply-meaning";

const others = (...names: string[]) => ({
  state: "open" as const,
  isAgent: true,
  isRequester: false,
  requester: "Maya Chen",
  participants: names.map((name) => ({ name })),
});

test("an agent's reply names whom it goes to, and counts who takes part", () => {
  expect(replyRecipients(others())).toBe("To Maya Chen");
  expect(replyRecipients(others("Rosa"))).toBe("To Maya Chen and 1 other");
  expect(replyRecipients(others("Rosa", "Jan"))).toBe("To Maya Chen and 2 others");
});
