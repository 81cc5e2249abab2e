import { describe, expect, test } from "vitest";
import { refOf } from "../contract/contract";
import { aWorldWith, carryOut, failure, HOSTILE_NAMES } from "./harness.testing";

const ada = { users: [{ name: "ADA" }], roles: ["ANALYST"] };
const membership = { user: "ADA", role: "ANALYST" };

describe("grant-role", () => {
  test("the plan shows the exact statement and the difference to today, and changes nothing", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    const plan = await snowflake.plan("grant-role", membership);
    expect(plan.steps.map(({ call }) => call)).toEqual([
      { kind: "sql", statement: 'GRANT ROLE "ANALYST" TO USER "ADA"', role: "PORTAL" },
    ]);
    expect(plan.diff).toEqual([{ subject: 'Role "ANALYST" of user "ADA"', before: "not granted", after: "granted" }]);
    expect(sandbox.changes()).toEqual([]);
  });

  test("what was approved is executed, read back and taken back", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    const { ref } = await carryOut(snowflake, "grant-role", membership);
    expect(await snowflake.verify(ref)).toMatchObject({
      isProven: true,
      facts: expect.arrayContaining([
        { subject: 'Role "ANALYST" of user "ADA"', expected: "granted", actual: "granted" },
      ]),
    });
    expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
    expect(sandbox.changes()).toEqual(['GRANT ROLE "ANALYST" TO USER "ADA"', 'REVOKE ROLE "ANALYST" FROM USER "ADA"']);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: false });
  });

  test("a role that is granted already needs no step, and taking back leaves it alone", async () => {
    const { snowflake, sandbox } = await aWorldWith({
      users: [{ name: "ADA", roles: ["ANALYST"] }],
      roles: ["ANALYST"],
    });
    const { plan, ref } = await carryOut(snowflake, "grant-role", membership);
    expect(plan.steps).toEqual([]);
    await snowflake.compensate(ref);
    expect(sandbox.changes()).toEqual([]);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
  });

  test("taking back twice takes back once", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    const { ref } = await carryOut(snowflake, "grant-role", membership);
    await snowflake.compensate(ref);
    await snowflake.compensate(ref);
    expect(sandbox.changes()).toHaveLength(2);
  });

  test.each(Object.entries(HOSTILE_NAMES))(
    "a user and a role named with %s are granted exactly, and nothing else happens",
    async (_, name) => {
      const { snowflake, sandbox } = await aWorldWith({ users: [{ name: "ADA" }, { name }], roles: [name] });
      const { ref } = await carryOut(snowflake, "grant-role", { user: name, role: name });
      expect(
        sandbox.account.memberships
          .filter(({ to, holder }) => to === "USER" && holder === name)
          .map(({ role }) => role),
      ).toEqual([name]);
      expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
      expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
      expect(sandbox.changes()).toHaveLength(2);
      expect(sandbox.account.users.has("ADA")).toBe(true);
    },
  );

  test("a name of another case is another user", async () => {
    const { snowflake } = await aWorldWith(ada);
    await expect(snowflake.plan("grant-role", { user: "ada", role: "ANALYST" })).rejects.toMatchObject(
      failure("user-fixable", "user-missing"),
    );
  });

  test.each([
    ["256 characters", "n".repeat(256)],
    ["nothing", ""],
    ["a line break", "a\nb"],
    ["NUL", "a\u0000b"],
    ["half an emoji", "\uD83D"],
    ["an override of the direction", "admin\u202Etsylana"],
    ["a number", 42],
  ])("a name of %s is refused before anything is sent", async (_, name) => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    await expect(snowflake.plan("grant-role", { user: name, role: "ANALYST" })).rejects.toMatchObject(
      failure("user-fixable", "bad-input"),
    );
    expect(sandbox.account.journal).toEqual([]);
  });

  test.each(["ACCOUNTADMIN", "accountadmin", "SECURITYADMIN", "PORTAL"])(
    "role %s is never given away",
    async (role) => {
      const { snowflake } = await aWorldWith(ada);
      await expect(snowflake.plan("grant-role", { user: "ADA", role })).rejects.toMatchObject(
        failure("user-fixable", "protected-role"),
      );
    },
  );

  test("the portal's own user is never changed", async () => {
    const { snowflake } = await aWorldWith(ada);
    await expect(snowflake.plan("grant-role", { user: "PORTAL_SVC", role: "ANALYST" })).rejects.toMatchObject(
      failure("user-fixable", "protected-user"),
    );
  });

  test("a disabled user and a missing role are told to the requester", async () => {
    const { snowflake } = await aWorldWith({ users: [{ name: "ADA", isDisabled: true }], roles: ["ANALYST"] });
    await expect(snowflake.plan("grant-role", membership)).rejects.toMatchObject(
      failure("user-fixable", "user-disabled"),
    );
    await expect(snowflake.plan("grant-role", { user: "ADA", role: "NOBODY" })).rejects.toMatchObject(
      failure("user-fixable", "role-missing"),
    );
  });
});

describe("revoke-role", () => {
  test("a held role is taken, proven and can be given back", async () => {
    const { snowflake, sandbox } = await aWorldWith({
      users: [{ name: "ADA", roles: ["ANALYST"] }],
      roles: ["ANALYST"],
    });
    const { ref } = await carryOut(snowflake, "revoke-role", membership);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
    expect(sandbox.changes()).toEqual(['REVOKE ROLE "ANALYST" FROM USER "ADA"', 'GRANT ROLE "ANALYST" TO USER "ADA"']);
  });

  test("a role not held needs no step", async () => {
    const { snowflake } = await aWorldWith(ada);
    expect((await snowflake.plan("revoke-role", membership)).steps).toEqual([]);
  });
});

describe("apply", () => {
  test("a plan made before the account changed is refused, with what changed", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    const plan = await snowflake.plan("grant-role", membership);
    sandbox.account.users.get("ADA")!.isDisabled = true;
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject({
      ...failure("user-fixable", "plan-outdated"),
      message: expect.stringContaining('User "ADA" was "active" and is "disabled"'),
    });
    expect(sandbox.changes()).toEqual([]);
  });

  test("a plan whose statement was altered while it was stored is refused", async () => {
    const { snowflake, sandbox } = await aWorldWith({ users: [{ name: "ADA" }], roles: ["ANALYST", "PAYROLL"] });
    const plan = await snowflake.plan("grant-role", membership);
    const altered = JSON.parse(
      JSON.stringify(plan).replaceAll('GRANT ROLE \\"ANALYST\\"', 'GRANT ROLE \\"PAYROLL\\"'),
    ) as typeof plan;
    expect(altered).not.toEqual(plan);
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, altered)).rejects.toMatchObject(
      failure("user-fixable", "plan-not-ours"),
    );
    expect(sandbox.changes()).toEqual([]);
  });

  test("a plan of an earlier version, which looked at less, is refused", async () => {
    const { snowflake, sandbox } = await aWorldWith({ users: [{ name: "ADA", isDisabled: true }] });
    const plan = await snowflake.plan("enable-user", { user: "ADA" });
    const earlier = { ...plan, facts: plan.facts.filter(({ subject }) => !subject.includes("without a role")) };
    expect(earlier.facts).not.toEqual(plan.facts);
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, earlier)).rejects.toMatchObject(
      failure("user-fixable", "plan-not-ours"),
    );
    expect(sandbox.changes()).toEqual([]);
  });

  test("a change whose answer was lost for good is done once when the task is tried again", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    const plan = await snowflake.plan("grant-role", membership);
    sandbox.fail({ kind: "lose-response", statement: /GRANT ROLE/ });
    sandbox.fail({ kind: "drop-connection", statement: /GRANT ROLE/, times: 4 });
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(
      failure("transient", "unreachable"),
    );
    const ref = await snowflake.apply({ id: "k", mayHaveBegun: true }, plan);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(sandbox.changes()).toHaveLength(1);
  });

  test("a role that was dropped after the plan is missing, and a change since for whoever applies it", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    const plan = await snowflake.plan("grant-role", membership);
    sandbox.account.roles.delete("ANALYST");
    await expect(snowflake.opens?.("grant-role", membership)).rejects.toMatchObject({ code: "not-found" });
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(
      failure("user-fixable", "plan-outdated"),
    );
  });

  test("a first attempt does not take over what somebody else did meanwhile", async () => {
    const { snowflake } = await aWorldWith(ada);
    const plan = await snowflake.plan("grant-role", membership);
    await carryOut(snowflake, "grant-role", membership, "another request");
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(
      failure("user-fixable", "plan-outdated"),
    );
  });

  test("work whose own ref was lost can be taken back from key and plan", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    const { plan } = await carryOut(snowflake, "grant-role", membership, "k");
    await snowflake.compensate(refOf({ id: "k" }, plan));
    expect(sandbox.changes()).toHaveLength(2);
  });

  test("plans and refs survive being stored as JSON", async () => {
    const { snowflake } = await aWorldWith(ada);
    const { plan, ref } = await carryOut(snowflake, "grant-role", membership);
    expect(JSON.parse(JSON.stringify({ plan, ref }))).toEqual({ plan, ref });
  });
});
