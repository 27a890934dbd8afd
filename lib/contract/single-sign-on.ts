/** Why a sign-in by single sign-on failed; the sign-in page explains each in words. */
export const SINGLE_SIGN_ON_PROBLEMS = [
	"unreachable",
	"misconfigured",
	"clocks",
	"canceled",
	"refused",
	"unfinished",
	"unverified",
	"unknown",
	"several",
	"disabled",
	"other_identity",
	"unavailable",
] as const;
export type SingleSignOnProblem = (typeof SINGLE_SIGN_ON_PROBLEMS)[number];
