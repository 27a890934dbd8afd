import type { Webhook } from "@/lib/contract/webhook";
import { visibleWebhooksSql } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
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
	paging: { limit: number; offset: number },
): Promise<Page<Webhook>> {
	requireWebhooks(principal);
	const list = {
		...{ from: Prisma.sql`webhooks w`, where: [visibleWebhooksSql(principal)] },
		...{ sort: Prisma.sql`w.created_at`, id: Prisma.sql`w.id`, order: "desc" as const, ...paging },
	};
	const { rows, total } = await pageOf(service.prisma, list, (ids) =>
		service.prisma.webhook.findMany({ where: { id: { in: [...ids] } }, include: webhookInclude }),
	);
	return { rows: await Promise.all(rows.map((row) => describeWebhook(service, service.prisma, row))), total };
}

/**
 * `GET /api/webhooks/<id>`
 * @throws NotFoundError
 */
export async function getWebhook(service: Service, principal: Principal, id: string): Promise<Webhook> {
	return describeWebhook(service, service.prisma, await findWebhook(service.prisma, principal, id));
}
