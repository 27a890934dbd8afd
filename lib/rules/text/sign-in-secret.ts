/**
 * The secret of a sign-in link in a text. It may stand in the original link, in one rewritten by a
 * mail gateway, or alone (docs/contract.md, Sessions and sign-in links). Undefined without one.
 */
export const signInSecret = (text: string): string | undefined => /tsl_[\w-]+/.exec(text)?.[0];
