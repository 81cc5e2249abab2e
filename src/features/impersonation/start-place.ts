/** What one is started from. */
export interface StartPlace {
  personId: string;
  name: string;
  /** The request it is about: that is where one goes on. */
  request?: { id: string; path: string };
}
