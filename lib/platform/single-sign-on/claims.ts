/** The claims of a person that are used; the provider writes them, so each is checked. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The e-mail that the provider has verified; null without one. Microsoft Entra has no
 * `email_verified`, and states by `xms_edov` that the domain's owner has verified it.
 */
export function verifiedEmail({ email, email_verified, xms_edov }: Claims): string | null {
	const verified = [email_verified, xms_edov].some((value) => [true, "true", 1, "1"].some((yes) => yes === value));
	return typeof email === "string" && email !== "" && verified ? email.trim() : null;
}

/** Values of `acr` by which providers claim to have checked a second factor. */
const STRONG: ReadonlySet<unknown> = new Set([
	"http://schemas.openid.net/pape/policies/2007/06/multi-factor",
	"https://refeds.org/profile/mfa",
	"phr",
	"phrh",
	"urn:okta:loa:2fa:any",
]);

/** Whether the provider claims to have checked a second factor (RFC 8176). */
export function hasSecondFactor({ amr, acr }: Claims): boolean {
	return (Array.isArray(amr) && amr.includes("mfa")) || STRONG.has(acr);
}
