import type { CreateWebhook, IssuedWebhook } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import { auditPositionFor, requireAuditAlone } from "./audit-choice";
import { newWebhookSecret, sealUrl } from "./sealed-values";
import { readFilter, requireWebhookIssuer } from "./webhook-rules";
import { webhookUrl } from "./webhook-url";
import { describeIssuedWebhook, webhookInclude } from "./webhooks";

/** Webhooks of an organization, or of the whole service. */
export const MOST_WEBHOOKS = 50;

/**
 * `POST /api/webhooks` (docs/contract.md, Webhooks): an administrator's receives the events of
 * their organization, an operator's those of any or of the whole service. Only this answer has the
 * secret.
 * @throws ForbiddenError for designers and another organization than the administrator's
 * @throws InvalidArgumentError for an address or filter that cannot be used
 * @throws InvalidStateError at the limit of webhooks
 */
export async function createWebhook(
	service: Service,
	principal: Principal,
	wanted: CreateWebhook,
): Promise<IssuedWebhook> {
	const now = service.now();
	const { secret, sealed } = newWebhookSecret(service);
	return transact(service.prisma, async (tx) => {
		await requireWebhookIssuer(tx, principal);
		const organizationId = await findOrganization(tx, principal, wanted);
		const url = webhookUrl(service, wanted.url);
		const filter = {
			events: [...new Set(wanted.events)],
			...(await readFilter(tx, principal, organizationId, wanted)),
		};
		requireAuditAlone({ target_ids: [], owner_org_ids: [], ...filter, format: wanted.format });
		await requireRoom(tx, organizationId);
		const record = await tx.webhook.create({
			data: {
				organization_id: organizationId,
				owner_id: principal.userId,
				description: wanted.description.trim(),
				sealed_url: sealUrl(service, url),
				format: wanted.format,
				...filter,
				...(await auditPositionFor(tx, wanted.events, null)),
				enabled: wanted.enabled,
				created_at: now,
				updated_at: now,
				secrets: { create: { sealed, created_at: now } },
			},
			include: webhookInclude,
		});
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "webhook",
			object_id: record.id,
			organization_id: organizationId,
			// The path of an address may be a credential.
			detail: {
				description: record.description,
				host: new URL(url).host,
				format: record.format,
				events: record.events,
			},
		});
		return describeIssuedWebhook(service, tx, record, secret);
	});
}

/** Of the webhook; null for the whole service. */
async function findOrganization(
	tx: Transaction,
	principal: Principal,
	{ organization }: CreateWebhook,
): Promise<string | null> {
	const isOperator = principal.role === "operator";
	if (!isOperator && organization !== undefined && organization !== principal.organizationSlug) {
		throw new ForbiddenError("administrators have webhooks of their own organization only");
	}
	if (!isOperator) return principal.organizationId;
	if (organization === undefined || organization === null) return null;
	const [id = null] = await findOrganizations(tx, "organization", [organization]);
	return id;
}

/** Locks the organization, so that two at once do not pass the limit together. */
async function requireRoom(tx: Transaction, organizationId: string | null): Promise<void> {
	await tx.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
	const count = await tx.webhook.count({ where: { organization_id: organizationId } });
	if (count < MOST_WEBHOOKS) return;
	throw new InvalidStateError(
		`there are ${count} webhooks, and ${MOST_WEBHOOKS} at most: delete one before another is created`,
	);
}
