import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Expectation } from "@/lib/domain/lists/define-resource";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { webhooks } from "./webhooks";

/**
 * `DELETE /api/webhooks/<id>`: with its secrets and deliveries; attempts under way are the last.
 * @throws NotFoundError, VersionMismatchError
 */
export async function deleteWebhook(
	service: Service,
	principal: Principal,
	id: string,
	expected?: Expectation,
): Promise<void> {
	await transact(service.prisma, async (tx) => {
		const { organization_id: organizationId, description } = await webhooks.findForChange(tx, principal, id, expected);
		await tx.webhook.delete({ where: { id } });
		await recordEvent(service, tx, principal, {
			action: "delete",
			object_type: "webhook",
			object_id: id,
			organization_id: organizationId,
			detail: { description },
		});
	});
}
