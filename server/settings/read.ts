/** Reads settings from the environment by their list, and notes all that is wrong. */

import { type SettingName, SETTINGS } from "./list.ts";
import type { Setting } from "./setting.ts";

/** One variable that cannot be used as it is. */
export interface EnvProblem {
  readonly name: string;
  readonly problem: string;
  readonly example: string;
}

/** The environment, or what stands for it in a test. */
export type Source = Readonly<Record<string, string | undefined>>;

type ValueOf<Name extends SettingName> = (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never;
type Absent<Name extends SettingName> = (typeof SETTINGS)[Name]["fallback"] extends null ? null : never;

/** What a setting is: its value, or null when it is not set, has no fallback or cannot be used. */
export type Read<Name extends SettingName> = ValueOf<Name> | Absent<Name>;

/** Reads one setting at a time; each is judged once, however often it is asked for. */
export class SettingsReader {
  readonly #problems = new Map<string, EnvProblem>();
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** The first that is wrong with each setting. */
  get problems(): EnvProblem[] {
    return [...this.#problems.values()];
  }

  /** What a variable is set to, as it was written; blank counts as not set. */
  text(name: SettingName): string | null {
    return this.#source[name]?.trim() || null;
  }

  /** What a setting stands for. One that cannot be used is noted, and counts as not set. */
  get<Name extends SettingName>(name: Name): Read<Name> {
    const { schema, fallback, example }: Setting = SETTINGS[name];
    const written = this.text(name);
    if (written !== null) {
      const read = schema.safeParse(written);
      if (read.success) return read.data as ValueOf<Name>;
      this.refuse(name, read.error.issues[0]?.message ?? "cannot be used", example);
    }
    return (fallback === null ? null : schema.parse(fallback)) as Read<Name>;
  }

  /** Notes what is wrong with a setting, with a value that would do; what was noted first stands. */
  refuse(name: SettingName, problem: string, example: string = SETTINGS[name].example): null {
    if (!this.#problems.has(name)) this.#problems.set(name, { name, problem, example });
    return null;
  }
}
