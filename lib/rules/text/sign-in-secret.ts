/**
 * The secret of a sign-in link in a text: in the link as it was sent, in what a mail gateway made of
 * it, or alone (docs/contract.md, Sessions and sign-in links). Undefined without one.
 */
export const signInSecret = (text: string): string | undefined => /tsl_[\w-]+/.exec(text)?.[0];
