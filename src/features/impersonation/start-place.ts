/** What one is started from. */
export interface StartPlace {
  personId: string;
  name: string;
  /** The request it is about: that is where one goes on. */
  request?: { id: string; key: string; path: string };
  /** The support ticket it is about: that is where one goes on. */
  ticket?: { key: string; path: string };
}
