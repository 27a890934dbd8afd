import type { Principal } from "./principal";

/** Whether the caller decides for an organization, or for all. */
export function administers(principal: Principal): boolean {
	return principal.role === "administrator" || principal.role === "operator";
}

/** What only operators do: give a design another owner, upload targeting files made elsewhere, settle failed builds. */
export function mayOperate(principal: Principal): boolean {
	return principal.role === "operator";
}

/** Why a rule refuses the caller, in words: because their key lacks the scope `manage` alone, or otherwise. */
export function whyRefused(principal: Principal, rule: (caller: Principal) => boolean, otherwise: string): string {
	const lacksScope = !principal.mayManage && rule({ ...principal, mayManage: true });
	return lacksScope ? "this key does not carry the scope 'manage'" : otherwise;
}
