import type { Webhook } from "@/lib/contract/webhook";
import { visibleWebhooks } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { describeWebhook, webhookInclude } from "./describe-webhook";
import { findWebhook } from "./find-webhook";
import { requireWebhooks } from "./webhook-rules";

/**
 * `GET /api/webhooks`: those of the administrator's organization, for operators all, newest first.
 * @throws ForbiddenError for designers
 */
export async function listWebhooks(
	service: Service,
	principal: Principal,
	{ limit, offset }: { limit: number; offset: number },
): Promise<Page<Webhook>> {
	requireWebhooks(principal);
	const where = visibleWebhooks(principal);
	const records =
		limit === 0
			? []
			: await service.prisma.webhook.findMany({
					where,
					include: webhookInclude,
					orderBy: [{ createdAt: "desc" }, { id: "asc" }],
					take: limit,
					skip: offset,
				});
	const total = await service.prisma.webhook.count({ where });
	const rows = await Promise.all(records.map((record) => describeWebhook(service, service.prisma, record)));
	return { rows, total };
}

/**
 * `GET /api/webhooks/<id>`
 * @throws NotFoundError
 */
export async function getWebhook(service: Service, principal: Principal, id: string): Promise<Webhook> {
	return describeWebhook(service, service.prisma, await findWebhook(service.prisma, principal, id));
}
