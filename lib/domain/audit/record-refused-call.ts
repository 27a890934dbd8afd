import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";
import { recordRepeated } from "./record-repeated";

/**
 * Records a call that the caller had no right to. A demand to confirm the session or to add a
 * second factor is no refusal.
 * @param operation the summary of its route
 * @param ids of the objects concerned, by parameter
 */
export async function recordRefusedCall(
	service: Service,
	principal: Principal,
	thrown: unknown,
	operation: string,
	ids: Readonly<Record<string, string>>,
): Promise<void> {
	if (!isDomainError(thrown) || thrown.kind !== "Forbidden" || ("detail" in thrown && thrown.detail !== undefined))
		return;
	const { userId, organizationId } = principal;
	await recordRepeated(service, `call ${userId} ${operation}`, principal, {
		action: "call_refused",
		object_type: "user",
		object_id: userId,
		organization_id: organizationId,
		detail: { operation, ...ids },
	});
}
