import { SINGLE_SIGN_ON_PROBLEMS, type SingleSignOnProblem } from "@/lib/contract/single-sign-on";
import { isolate } from "@/lib/rules/text/isolate";

const FAILED = "Couldn't sign in. Try again or contact your administrator.";

const WORDS: Readonly<Record<SingleSignOnProblem, (label: string) => string>> = {
	unreachable: (label) => `${label} can't be reached right now. Try again in a minute.`,
	misconfigured: (label) =>
		`Signing in with ${label} is not set up correctly. Contact the operator of this service, who finds the reason in its log.`,
	clocks: (label) =>
		`The clocks of this service and ${label} are too far apart. Contact the operator of this service to correct them.`,
	canceled: (label) => `You canceled signing in with ${label}.`,
	refused: (label) => `${label} refused the sign-in. Contact your administrator there.`,
	unfinished: () => "This sign-in took too long or was started in another browser. Try again.",
	unverified: (label) => `${label} has not verified your email address. Verify it there, then try again.`,
	unknown: () => "No account for this email. Ask your administrator to invite you.",
	several: () =>
		"More than one organization has invited this email. Ask the operator of this service to remove the invitations you don't need.",
	disabled: () => "Your account is disabled. Contact your administrator.",
	other_identity: (label) =>
		`Your account belongs to another identity at ${label}. Ask your administrator to unbind it, then try again.`,
	unavailable: () => FAILED,
};

/**
 * What a failed single sign-on means for the person, and what to do; a general sentence for codes
 * that are not known.
 */
export function explainSingleSignOn(code: string, label: string): string {
	const problem = SINGLE_SIGN_ON_PROBLEMS.find((name) => name === code);
	return problem === undefined ? FAILED : WORDS[problem](isolate(label));
}
