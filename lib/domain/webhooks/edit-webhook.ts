import type { EditWebhook, Webhook } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changedAt, type Expectation } from "@/lib/domain/lists/define-resource";
import { asSet, changesNothing } from "@/lib/platform/db/changed-fields";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { auditPositionFor, requireAuditAlone } from "./audit-choice";
import { sealUrl } from "./sealed-values";
import { readFilter, requireWebhookIssuer } from "./webhook-rules";
import { webhookUrl } from "./webhook-url";
import { describeWebhook, webhookInclude, webhooks } from "./webhooks";

const LISTS = ["events", "target_ids", "owner_organizations"] as const;

/**
 * `PATCH /api/webhooks/<id>`: changes the given fields.
 * @throws NotFoundError, VersionMismatchError; ForbiddenError for a restricted key;
 * InvalidArgumentError for an address or filter that cannot be used
 */
export async function editWebhook(
	service: Service,
	principal: Principal,
	id: string,
	changes: EditWebhook,
	expected?: Expectation,
): Promise<Webhook> {
	const { description, format, events, enabled } = changes;
	return transact(service.prisma, async (tx) => {
		const before = await webhooks.findForChange(tx, principal, id, expected);
		await requireWebhookIssuer(tx, principal);
		const filter = await readFilter(tx, principal, before.organization_id, changes);
		const url = changes.url === undefined ? null : webhookUrl(service, changes.url);
		const data = {
			...(url === null ? {} : { sealed_url: sealUrl(service, url) }),
			...(description === undefined ? {} : { description: description.trim() }),
			...(format === undefined ? {} : { format }),
			...(events === undefined ? {} : { events: [...new Set(events)] }),
			...filter,
			...(enabled === undefined ? {} : { enabled }),
		};
		requireAuditAlone({ ...before, ...data });
		const current = await describeWebhook(service, tx, before);
		const listsOf = (row: Partial<Record<(typeof LISTS)[number], string[] | undefined>>) =>
			Object.fromEntries(LISTS.map((name) => [name, asSet(row[name])]));
		const owners = current.owner_organizations.map(({ slug }) => slug);
		const lists = listsOf({ ...current, owner_organizations: owners });
		const given = { ...changes, ...listsOf(changes), url: url ?? undefined };
		if (changesNothing({ ...current, ...lists }, given)) return current;
		const record = await tx.webhook.update({
			where: { id },
			data: {
				...data,
				...(await auditPositionFor(tx, data.events ?? before.events, before.audit_position)),
				...changedAt(service.now()),
			},
			include: webhookInclude,
		});
		const { url: _url, ...named } = changes;
		await recordEvent(service, tx, principal, {
			action: "edit",
			object_type: "webhook",
			object_id: id,
			organization_id: before.organization_id,
			detail: { changes: { ...named, ...(url === null ? {} : { host: new URL(url).host }) } },
		});
		return describeWebhook(service, tx, record);
	});
}
