import { type IssuedWebhook, type Webhook, webhook } from "@/lib/contract/webhook";
import { visibleWebhooksSql } from "@/lib/domain/access/access";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { defineResource } from "@/lib/domain/lists/define-resource";
import type { Page } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { openUrl } from "./sealed-values";
import { requireWebhooks } from "./webhook-rules";

export const webhookInclude = {
	organization: { select: { name: true } },
	owner: { select: { ...namedPerson, email: true } },
	secrets: {
		select: { id: true, created_at: true, expires_at: true },
		orderBy: [{ created_at: "desc" }, { id: "asc" }],
	},
	_count: { select: { deliveries: { where: { status: "pending" } } } },
} satisfies Prisma.WebhookInclude;

export type WebhookRecord = Prisma.WebhookGetPayload<{ include: typeof webhookInclude }>;

/** Webhooks that the caller may see and change, newest first. */
export const webhooks = defineResource({
	name: "webhook",
	...{ from: Prisma.sql`webhooks w`, id: Prisma.sql`w.id`, sort: Prisma.sql`w.created_at`, order: "desc" },
	visible: visibleWebhooksSql,
	load: (db, ids) => db.webhook.findMany({ where: { id: { in: ids } }, include: webhookInclude }),
	lock: "FOR UPDATE",
});

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
	const { rows, total } = await webhooks.page(service.prisma, principal, paging);
	return { rows: await Promise.all(rows.map((row) => describeWebhook(service, service.prisma, row))), total };
}

/**
 * `GET /api/webhooks/<id>`
 * @throws NotFoundError
 */
export async function getWebhook(service: Service, principal: Principal, id: string): Promise<Webhook> {
	return describeWebhook(service, service.prisma, await webhooks.find(service.prisma, principal, id));
}

/** The API's row of a webhook. */
export async function describeWebhook(
	service: Pick<Service, "secret" | "now">,
	db: Transaction,
	record: WebhookRecord,
): Promise<Webhook> {
	const now = service.now();
	const owners = await db.organization.findMany({
		where: { id: { in: record.owner_org_ids } },
		select: { id: true, slug: true, name: true },
		orderBy: { slug: "asc" },
	});
	const time = (date: Date | null) => date?.toISOString() ?? null;
	return rowOf(webhook, record, {
		url: openUrl(service, record.sealed_url),
		owner_organizations: owners,
		pending: record._count.deliveries,
		secrets: record.secrets
			.filter(({ expires_at: expiresAt }) => expiresAt === null || expiresAt > now)
			.map(({ id, created_at: createdAt, expires_at: expiresAt }) => ({
				id,
				created_at: createdAt.toISOString(),
				expires_at: time(expiresAt),
			})),
		org_id: record.organization_id,
		org_name: record.organization?.name ?? null,
		owner: record.owner.email,
		owner_person: namePerson(record.owner),
	});
}

/** The row with the value of the newest secret, which is shown once. */
export async function describeIssuedWebhook(
	service: Pick<Service, "secret" | "now">,
	db: Transaction,
	record: WebhookRecord,
	secret: string,
): Promise<IssuedWebhook> {
	return { ...(await describeWebhook(service, db, record)), secret, secret_note: null };
}
