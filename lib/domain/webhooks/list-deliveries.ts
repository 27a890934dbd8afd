import type { WebhookDelivery, WebhookDeliveryDetail } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import type { WebhookDelivery as DeliveryRecord } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { describeDelivery, describeDeliveryDetail } from "./describe-delivery";
import { findWebhook } from "./find-webhook";

/**
 * `GET /api/webhooks/<id>/deliveries`: newest first, without what was sent and answered.
 * @throws NotFoundError
 */
export async function listDeliveries(
	service: Service,
	principal: Principal,
	webhookId: string,
	{ limit, offset, status }: { limit: number; offset: number; status?: DeliveryRecord["status"] | undefined },
): Promise<Page<WebhookDelivery>> {
	await findWebhook(service.prisma, principal, webhookId);
	const where = { webhookId, ...(status === undefined ? {} : { status }) };
	const records =
		limit === 0
			? []
			: await service.prisma.webhookDelivery.findMany({
					where,
					omit: { payload: true, answer: true },
					orderBy: [{ createdAt: "desc" }, { id: "asc" }],
					take: limit,
					skip: offset,
				});
	const total = await service.prisma.webhookDelivery.count({ where });
	return { rows: records.map(describeDelivery), total };
}

/**
 * `GET /api/webhooks/<id>/deliveries/<delivery>`
 * @throws NotFoundError
 */
export async function getDelivery(
	service: Service,
	principal: Principal,
	webhookId: string,
	id: string,
): Promise<WebhookDeliveryDetail> {
	await findWebhook(service.prisma, principal, webhookId);
	return describeDeliveryDetail(await findDelivery(service.prisma, webhookId, id));
}

/** @throws NotFoundError for one of another webhook */
export async function findDelivery(db: Transaction, webhookId: string, id: string): Promise<DeliveryRecord> {
	const record = await db.webhookDelivery.findFirst({ where: { id, webhookId } });
	if (record === null) throw new NotFoundError("delivery not found");
	return record;
}
