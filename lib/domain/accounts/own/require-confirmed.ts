import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";

/** How long a confirmation of the session counts. */
export const CONFIRMED_MS = 5 * 60_000;

/**
 * Where an organization requires a second factor, its people add one before they do anything else.
 * @throws ForbiddenError with the reason `second_factor_required`
 */
export function requireFactor({ session }: Principal): void {
	if (session?.mustAddFactor !== true) return;
	throw new ForbiddenError("your organization requires a second factor: add one on your account first", {
		reason: "second_factor_required",
	});
}

/**
 * Requires a confirmed session before keys are issued, people changed or secrets rotated
 * (docs/contract.md, Confirmation). Keys and tokens pass.
 * @throws ForbiddenError with the reason `confirmation_required`
 */
export function requireConfirmed({ now }: Pick<Service, "now">, { session }: Principal): void {
	if (session === undefined || now().getTime() - session.confirmedAt.getTime() < CONFIRMED_MS) return;
	throw new ForbiddenError("confirm that it is you: the session has not been confirmed for 5 minutes", {
		reason: "confirmation_required",
	});
}
