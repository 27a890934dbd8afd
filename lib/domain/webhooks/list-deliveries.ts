import type { WebhookDelivery, WebhookDeliveryDetail } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { type WebhookDelivery as DeliveryRecord, Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { describeDelivery, describeDeliveryDetail } from "./describe-delivery";
import { webhooks } from "./webhooks";

/**
 * `GET /api/webhooks/<id>/deliveries`: newest first, without messages and answers.
 * @throws NotFoundError
 */
export async function listDeliveries(
	service: Service,
	principal: Principal,
	webhookId: string,
	{ status, ...paging }: { limit: number; offset: number; status?: DeliveryRecord["status"] | undefined },
): Promise<Page<WebhookDelivery>> {
	await webhooks.find(service.prisma, principal, webhookId);
	const where = [Prisma.sql`d.webhook_id = ${webhookId}::uuid`];
	if (status !== undefined) where.push(Prisma.sql`d.status = ${status}::"WebhookDeliveryStatus"`);
	const list = {
		...{ from: Prisma.sql`webhook_deliveries d`, where },
		...{ sort: Prisma.sql`d.created_at`, id: Prisma.sql`d.id`, order: "desc" as const, ...paging },
	};
	const { rows, total } = await pageOf(service.prisma, list, (ids) =>
		service.prisma.webhookDelivery.findMany({
			where: { id: { in: [...ids] } },
			omit: { payload: true, answer: true },
		}),
	);
	return { rows: rows.map(describeDelivery), total };
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
	await webhooks.find(service.prisma, principal, webhookId);
	return describeDeliveryDetail(await findDelivery(service.prisma, webhookId, id));
}

/** @throws NotFoundError for one of another webhook */
export async function findDelivery(db: Transaction, webhookId: string, id: string): Promise<DeliveryRecord> {
	const record = await db.webhookDelivery.findFirst({ where: { id, webhook_id: webhookId } });
	if (record === null) throw new NotFoundError("delivery not found");
	return record;
}
