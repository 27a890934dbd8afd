import type { IssuedWebhook, Webhook } from "@/lib/contract/webhook";
import { webhook } from "@/lib/contract/webhook";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { openUrl } from "./sealed-values";

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
