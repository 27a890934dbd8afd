/** No mail goes there (RFC 2606). */
const ERASED_HOST = "@erased.invalid";

/** The e-mail that stands for an erased person (docs/contract.md, Erasure). */
export const pseudonymOf = (id: string) => `erased-${id.slice(0, 13)}${ERASED_HOST}`;

export const isErased = ({ email }: { readonly email: string }): boolean => email.endsWith(ERASED_HOST);
