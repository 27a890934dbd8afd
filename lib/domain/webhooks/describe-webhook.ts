import type { IssuedWebhook, Webhook } from "@/lib/contract/webhook";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { openUrl } from "./sealed-values";

export const webhookInclude = {
	organization: { select: { name: true } },
	owner: { select: { ...namedPerson, email: true } },
	secrets: { select: { id: true, createdAt: true, expiresAt: true }, orderBy: [{ createdAt: "desc" }, { id: "asc" }] },
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
		where: { id: { in: record.ownerOrgIds } },
		select: { id: true, slug: true, name: true },
		orderBy: { slug: "asc" },
	});
	const time = (date: Date | null) => date?.toISOString() ?? null;
	return {
		id: record.id,
		description: record.description,
		url: openUrl(service, record.sealedUrl),
		format: record.format,
		events: record.events,
		target_ids: record.targetIds,
		owner_organizations: owners,
		enabled: record.enabled,
		paused_at: time(record.pausedAt),
		paused_reason: record.pausedReason,
		last_success_at: time(record.lastSuccessAt),
		failures: record.failures,
		pending: record._count.deliveries,
		secrets: record.secrets
			.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
			.map(({ id, createdAt, expiresAt }) => ({
				id,
				created_at: createdAt.toISOString(),
				expires_at: time(expiresAt),
			})),
		org_id: record.organizationId,
		org_name: record.organization?.name ?? null,
		owner: record.owner.email,
		owner_person: namePerson(record.owner),
		created_at: record.createdAt.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		revision: record.revision,
	};
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
