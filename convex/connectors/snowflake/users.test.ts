/** Users come, change keys and leave: people, service users, leavers. */

import { describe, expect, test } from "vitest";
import { aWorldWith, carryOut, failure, HOSTILE_NAMES, makeKey } from "./harness.testing";

const grace = {
  user: "GRACE",
  email: "grace@corp.example",
  firstName: "Grace",
  lastName: "Hopper",
  defaultRole: "ANALYST",
  defaultWarehouse: "PORTAL_WH",
  comment: "REQ-1",
};
const keys = [makeKey(), makeKey(), makeKey()] as const;
const robot = {
  user: "SVC_LOADER",
  comment: "Loads sales",
  publicKey: keys[0].publicPem,
  roles: ["ANALYST", "LOADER"],
};
const analyst = { roles: ["ANALYST", "LOADER"] };

describe("create-person", () => {
  test("a person gets a user for single sign-on with the default role, proven by reading back", async () => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    const { plan, ref } = await carryOut(snowflake, "create-person", grace);
    expect(plan.steps.map(({ title }) => title)).toEqual([
      'Create user "GRACE" for Grace Hopper',
      'Give role "ANALYST" to user "GRACE"',
    ]);
    expect(sandbox.account.users.get("GRACE")).toMatchObject({
      type: "PERSON",
      email: "grace@corp.example",
      hasPassword: false,
      mustChangePassword: false,
      defaultRole: "ANALYST",
      owner: "PORTAL",
      defaultSecondaryRoles: "NONE",
    });
    expect(await snowflake.verify(ref)).toMatchObject({
      isProven: true,
      facts: expect.arrayContaining([
        expect.objectContaining({
          subject: 'Details of user "GRACE"',
          actual:
            "type PERSON, login GRACE@CORP.EXAMPLE, shown as Grace Hopper, e-mail grace@corp.example, default role ANALYST, default warehouse PORTAL_WH",
        }),
      ]),
    });
  });

  test.each([
    ["secondary roles", { defaultSecondaryRoles: "ALL" as const }, 'secondary roles ["ALL"]'],
    ["a first name", { firstName: "Grade" }, "first name Grade"],
    ["a last name", { lastName: "Hooper" }, "last name Hooper"],
    ["a comment", { comment: "REQ-2" }, "comment REQ-2"],
  ])("a person whose user came to be with other %s is not proven", async (_, other, actual) => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    const { ref } = await carryOut(snowflake, "create-person", grace);
    expect(await snowflake.verify(ref)).toMatchObject({
      isProven: true,
      facts: expect.arrayContaining([
        expect.objectContaining({
          subject: 'Names and comment of user "GRACE"',
          actual: "first name Grace, last name Hopper, secondary roles none, comment REQ-1",
        }),
      ]),
    });
    Object.assign(sandbox.account.users.get("GRACE") ?? {}, other);
    const proof = await snowflake.verify(ref);
    expect(proof.isProven).toBe(false);
    expect(JSON.stringify(proof.facts)).toContain(JSON.stringify(actual).slice(1, -1));
  });

  test.each(Object.entries(HOSTILE_NAMES))(
    "a user named with %s is created, proven and dropped again, and nothing else happens",
    async (_, user) => {
      const { snowflake, sandbox } = await aWorldWith({ users: [{ name: "ADA" }], roles: ["ANALYST"] });
      const before = [...sandbox.account.users.keys()];
      const { ref } = await carryOut(snowflake, "create-person", {
        ...grace,
        user,
        firstName: user.slice(0, 20).trim(),
      });
      expect([...sandbox.account.users.keys()]).toEqual([...before, user]);
      expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
      expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
      expect([...sandbox.account.users.keys()]).toEqual(before);
    },
  );

  test("a creation whose answer was lost is found by looking, and happened once", async () => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    sandbox.fail({ kind: "lose-response", path: /users/ });
    const { ref } = await carryOut(snowflake, "create-person", grace);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(sandbox.changes()).toHaveLength(2);
  });

  test("a creation that ended between two attempts is continued with its next step", async () => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    const plan = await snowflake.plan("create-person", grace);
    sandbox.fail({ kind: "drop-connection", statement: /GRANT ROLE/, times: 5 });
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject({ kind: "transient" });
    const ref = await snowflake.apply({ id: "k", mayHaveBegun: true }, plan);
    expect(ref.receipts).toMatchObject([{ queryId: null }, { queryId: expect.any(String) }]);
    expect(sandbox.changes()).toEqual([
      "POST /api/v2/users?createMode=errorIfExists",
      'GRANT ROLE "ANALYST" TO USER "GRACE"',
    ]);
  });

  test("a user of this name made by somebody else meanwhile is not taken over", async () => {
    const { snowflake, connect } = await aWorldWith(analyst);
    const plan = await snowflake.plan("create-person", grace);
    const meddling = connect(
      {},
      {
        fetch: async (url, init) => {
          if (init?.method === "POST" && String(url).includes("/users"))
            await carryOut(snowflake, "create-person", { ...grace, email: "other@corp.example" }, "theirs");
          return fetch(url, init);
        },
      },
    );
    await expect(meddling.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(
      failure("user-fixable", "already-exists"),
    );
  });

  test("a call that takes long is waited for", async () => {
    const { snowflake, sandbox } = await aWorldWith({ ...analyst, hasSlowUserApi: true });
    const { ref } = await carryOut(snowflake, "create-person", grace);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(sandbox.changes()).toHaveLength(2);
  });

  test("a user who signed in is not dropped when the request is taken back", async () => {
    const { snowflake, sandbox, clock } = await aWorldWith(analyst);
    const { ref } = await carryOut(snowflake, "create-person", grace);
    sandbox.account.users.get("GRACE")!.lastLoginAt = clock.now;
    await expect(snowflake.compensate(ref)).rejects.toMatchObject(failure("admin-fixable", "undo-refused"));
    expect(sandbox.account.users.has("GRACE")).toBe(true);
  });

  test.each([
    ["a user that exists", { user: "ADA" }, "already-exists"],
    ["a role that does not", { defaultRole: "NOBODY" }, "role-missing"],
    ["an administrator's role", { defaultRole: "SYSADMIN" }, "protected-role"],
    ["no e-mail address", { email: "grace" }, "bad-input"],
    ["a script for an e-mail address", { email: "<script>@x.y" }, "bad-input"],
    ["an empty name", { firstName: "  " }, "bad-input"],
    ["a name of 51 characters", { lastName: "n".repeat(51) }, "bad-input"],
    ["a field nobody knows", { password: "hunter2" }, "bad-input"],
  ])("%s is refused while planning", async (_, change, code) => {
    const { snowflake, sandbox } = await aWorldWith({ users: [{ name: "ADA" }], ...analyst });
    await expect(snowflake.plan("create-person", { ...grace, ...change })).rejects.toMatchObject(
      failure("user-fixable", code),
    );
    expect(sandbox.changes()).toEqual([]);
  });
});

describe("service users", () => {
  test("a program gets a user with its key and roles, and can sign in with the key", async () => {
    const { snowflake, sandbox, connect } = await aWorldWith(analyst);
    const { plan, ref } = await carryOut(snowflake, "create-service-user", robot);
    expect(sandbox.account.users.get("SVC_LOADER")).toMatchObject({
      type: "SERVICE",
      publicKeys: [keys[0].publicBody, null],
      firstName: null,
      hasPassword: false,
    });
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(JSON.stringify(plan)).not.toContain("PRIVATE");
    const program = connect({
      user: "SVC_LOADER",
      role: "ANALYST",
      credential: { kind: "key-pair", privateKey: keys[0].privatePem },
    });
    expect(await program.reads.hasRole("ANALYST")).toBe(true);
  });

  test("its network policy is read back: another's, the account's and none at all prove nothing", async () => {
    const { snowflake, sandbox } = await aWorldWith({ ...analyst, seed: { networkPolicy: "OFFICE" } });
    const { ref } = await carryOut(snowflake, "create-service-user", { ...robot, networkPolicy: "OFFICE" });
    const fact = { subject: 'Network policy of user "SVC_LOADER"', expected: "OFFICE" };
    expect(await snowflake.verify(ref)).toMatchObject({
      isProven: true,
      facts: expect.arrayContaining([{ ...fact, actual: "OFFICE" }]),
    });
    for (const [policy, actual] of [
      ["HOME", "HOME"],
      [null, "none"],
    ] as const) {
      sandbox.account.users.get("SVC_LOADER")!.networkPolicy = policy;
      expect(await snowflake.verify(ref)).toMatchObject({
        isProven: false,
        facts: expect.arrayContaining([{ ...fact, actual }]),
      });
    }
  });

  test("one that is there without the network policy asked for is not taken for the one asked for", async () => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    const wanted = { ...robot, networkPolicy: "OFFICE" };
    await carryOut(snowflake, "create-service-user", wanted);
    expect((await snowflake.plan("create-service-user", wanted)).steps).toEqual([]);
    sandbox.account.users.get("SVC_LOADER")!.networkPolicy = null;
    await expect(snowflake.plan("create-service-user", wanted)).rejects.toMatchObject(
      failure("user-fixable", "already-exists"),
    );
  });

  test("a key is changed without a pause: the new one beside the old, then the old one removed", async () => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    await carryOut(snowflake, "create-service-user", robot);
    const added = await carryOut(
      snowflake,
      "add-service-key",
      { user: "SVC_LOADER", publicKey: keys[1].publicPem },
      "add",
    );
    expect(await snowflake.verify(added.ref)).toMatchObject({ isProven: true });
    expect(sandbox.account.users.get("SVC_LOADER")?.publicKeys).toEqual([keys[0].publicBody, keys[1].publicBody]);
    await expect(
      snowflake.plan("add-service-key", { user: "SVC_LOADER", publicKey: keys[2].publicPem }),
    ).rejects.toMatchObject(failure("user-fixable", "both-slots-used"));
    const removed = await carryOut(
      snowflake,
      "remove-service-key",
      { user: "SVC_LOADER", publicKey: keys[0].publicPem },
      "remove",
    );
    expect(sandbox.account.users.get("SVC_LOADER")?.publicKeys).toEqual([null, keys[1].publicBody]);
    await expect(
      snowflake.plan("remove-service-key", { user: "SVC_LOADER", publicKey: keys[1].publicPem }),
    ).rejects.toMatchObject(failure("user-fixable", "last-key"));
    expect(await snowflake.compensate(removed.ref)).toMatchObject({ isProven: true });
    expect(await snowflake.compensate(added.ref)).toMatchObject({ isProven: true });
    expect(sandbox.account.users.get("SVC_LOADER")?.publicKeys).toEqual([keys[0].publicBody, null]);
  });

  test("a key somebody replaced since is left alone", async () => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    await carryOut(snowflake, "create-service-user", robot);
    const { ref } = await carryOut(
      snowflake,
      "add-service-key",
      { user: "SVC_LOADER", publicKey: keys[1].publicPem },
      "add",
    );
    sandbox.account.users.get("SVC_LOADER")!.publicKeys[1] = keys[2].publicBody;
    await expect(snowflake.compensate(ref)).rejects.toMatchObject(failure("admin-fixable", "changed-since"));
    expect(sandbox.account.users.get("SVC_LOADER")?.publicKeys[1]).toBe(keys[2].publicBody);
  });

  test.each([
    ["a private key", { publicKey: keys[0].privatePem }, "private-key-given"],
    ["text that is no key", { publicKey: "ssh-rsa AAAA" }, "bad-public-key"],
    ["a key of 1024 bits", { publicKey: makeKey(1024).publicPem }, "bad-public-key"],
    ["no role", { roles: [] }, "bad-input"],
    ["a role twice", { roles: ["ANALYST", "ANALYST"] }, "bad-input"],
    ["an administrator's role", { roles: ["ACCOUNTADMIN"] }, "protected-role"],
  ])("%s is refused while planning", async (_, change, code) => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    await expect(snowflake.plan("create-service-user", { ...robot, ...change })).rejects.toMatchObject(
      failure("user-fixable", code),
    );
    expect(sandbox.changes()).toEqual([]);
  });

  test("a person's user gets no key", async () => {
    const { snowflake } = await aWorldWith({ users: [{ name: "ADA", type: "PERSON" }] });
    await expect(
      snowflake.plan("add-service-key", { user: "ADA", publicKey: keys[0].publicPem }),
    ).rejects.toMatchObject(failure("user-fixable", "not-a-service-user"));
  });
});

describe("leavers", () => {
  test.each(["ADA", ...Object.values(HOSTILE_NAMES).slice(0, 6)])(
    "user %s is disabled, and enabled again when taken back",
    async (name) => {
      const { snowflake, sandbox } = await aWorldWith({ users: [{ name }, { name: "BOB" }] });
      const { ref } = await carryOut(snowflake, "disable-user", { user: name });
      expect(sandbox.account.users.get(name)?.isDisabled).toBe(true);
      expect(sandbox.account.users.get("BOB")?.isDisabled).toBe(false);
      expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
      expect(sandbox.account.users.get(name)?.isDisabled).toBe(false);
    },
  );

  test("only a disabled user is dropped, and it does not come back", async () => {
    const { snowflake, sandbox } = await aWorldWith({ users: [{ name: "ADA", roles: ["PUBLIC"] }] });
    await expect(snowflake.plan("drop-user", { user: "ADA" })).rejects.toMatchObject(
      failure("user-fixable", "user-active"),
    );
    await carryOut(snowflake, "disable-user", { user: "ADA" }, "disable");
    const { ref } = await carryOut(snowflake, "drop-user", { user: "ADA" }, "drop");
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(sandbox.account.users.has("ADA")).toBe(false);
    await expect(snowflake.compensate(ref)).rejects.toMatchObject(failure("admin-fixable", "cannot-be-undone"));
    expect((await snowflake.plan("drop-user", { user: "ADA" })).steps).toEqual([]);
  });

  test("a user the portal does not own is for an administrator", async () => {
    const { snowflake } = await aWorldWith({ users: [{ name: "ADA", owner: "USERADMIN" }] });
    await expect(carryOut(snowflake, "disable-user", { user: "ADA" })).rejects.toMatchObject(
      failure("admin-fixable", "privilege-missing"),
    );
  });

  describe("who comes back", () => {
    const table = { on: "TABLE", name: ["ANALYTICS", "PUBLIC", "lines"], user: "ADA" };
    const ada = (isDisabled = true) => ({ ...analyst, users: [{ name: "ADA", roles: ["ANALYST"], isDisabled }] });

    test("is enabled once roles and what was granted without one are taken, which is read back", async () => {
      const { snowflake, sandbox } = await aWorldWith(ada());
      for (const privilege of ["SELECT", "INSERT"])
        sandbox.account.userGrants.push({ ...table, privilege, grantedBy: "ACCOUNTADMIN", at: 0 });
      const { ref } = await carryOut(snowflake, "enable-user", { user: "ADA" });
      expect(sandbox.changes()).toEqual([
        'REVOKE ROLE "ANALYST" FROM USER "ADA"',
        'REVOKE INSERT ON TABLE "ANALYTICS"."PUBLIC"."lines" FROM USER "ADA"',
        'REVOKE SELECT ON TABLE "ANALYTICS"."PUBLIC"."lines" FROM USER "ADA"',
        'ALTER USER "ADA" SET DISABLED = FALSE',
      ]);
      expect(await snowflake.verify(ref)).toMatchObject({
        isProven: true,
        facts: expect.arrayContaining([
          { subject: 'Privileges of user "ADA" without a role', expected: "none", actual: "none" },
        ]),
      });
    });

    test("is disabled again when that is taken back, and what was taken stays away", async () => {
      const { snowflake, sandbox } = await aWorldWith(ada());
      sandbox.account.userGrants.push({ ...table, privilege: "SELECT", grantedBy: "ACCOUNTADMIN", at: 0 });
      const { ref } = await carryOut(snowflake, "enable-user", { user: "ADA" });
      const proof = await snowflake.compensate(ref);
      expect(proof).toEqual({
        isProven: true,
        facts: [{ subject: 'User "ADA"', expected: "disabled", actual: "disabled" }],
        readAt: expect.any(Number) as number,
      });
      expect(sandbox.account.users.get("ADA")?.isDisabled).toBe(true);
      expect([await snowflake.reads.rolesOf("ADA"), sandbox.account.userGrants]).toEqual([[], []]);
    });

    test("is not proven to come back with nothing where taking what was granted was only said to be done", async () => {
      const { snowflake, sandbox } = await aWorldWith(ada());
      sandbox.account.userGrants.push({ ...table, privilege: "SELECT", grantedBy: "ACCOUNTADMIN", at: 0 });
      sandbox.fail({ kind: "pretend", statement: /REVOKE SELECT/ });
      const { ref } = await carryOut(snowflake, "enable-user", { user: "ADA" });
      expect(await snowflake.verify(ref)).toMatchObject({ isProven: false });
    });

    test.each([
      ["on the account", { privilege: "MANAGE GRANTS", on: "ACCOUNT", name: [] }, "MANAGE GRANTS on account SB00001"],
      [
        "on a kind whose name has more to it",
        { privilege: "USAGE", on: "FUNCTION", name: ["ANALYTICS", "PUBLIC", "SUM_UP(A NUMBER):NUMBER"] },
        "USAGE on function ANALYTICS.PUBLIC.",
      ],
    ])("stays out while they have a privilege %s, and it is named", async (_, grant, words) => {
      const { snowflake, sandbox } = await aWorldWith(ada());
      sandbox.account.userGrants.push({ ...grant, user: "ADA", grantedBy: "ACCOUNTADMIN", at: 0 });
      await expect(snowflake.plan("enable-user", { user: "ADA" })).rejects.toMatchObject({
        ...failure("admin-fixable", "direct-privileges"),
        message: expect.stringContaining(words),
      });
      expect(sandbox.changes()).toEqual([]);
    });
  });

  test("a role is given and taken beside what was granted without one", async () => {
    const { snowflake, sandbox } = await aWorldWith({ ...analyst, users: [{ name: "ADA" }] });
    const grant = { privilege: "USAGE", on: "WAREHOUSE", name: ["PORTAL_WH"], user: "ADA" };
    sandbox.account.userGrants.push({ ...grant, grantedBy: "ACCOUNTADMIN", at: 0 });
    expect(await snowflake.reads.rolesOf("ADA")).toEqual([]);
    const { ref } = await carryOut(snowflake, "grant-role", { user: "ADA", role: "ANALYST" });
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(await snowflake.reads.rolesOf("ADA")).toEqual(["ANALYST"]);
  });

  test("the portal does not disable itself", async () => {
    const { snowflake } = await aWorldWith();
    await expect(snowflake.plan("disable-user", { user: "portal_svc" })).rejects.toMatchObject(
      failure("user-fixable", "protected-user"),
    );
  });
});
