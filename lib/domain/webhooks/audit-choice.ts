import { AUDIT_KIND } from "@/lib/contract/constants";
import { lastLink } from "@/lib/domain/audit/chain/walk-chain";
import type { Webhook } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";

/**
 * Checks a webhook that sends the audit log: its order and its place in the log are the webhook's,
 * so that it sends nothing else, and all of it.
 * @throws InvalidArgumentError naming the field
 */
export function requireAuditAlone({
	events,
	format,
	target_ids: targetIds,
	owner_org_ids: ownerOrgIds,
}: Pick<Webhook, "events" | "format" | "target_ids" | "owner_org_ids">): void {
	if (!events.includes(AUDIT_KIND)) return;
	const refuse = (parameter: string, words: string) => {
		throw new InvalidArgumentError(`'${parameter}' ${words}`, { parameter });
	};
	if (events.length > 1) refuse("events", `must name ${AUDIT_KIND} alone: other types need another webhook`);
	if (format !== "json") refuse("format", `must be json for ${AUDIT_KIND}`);
	if (targetIds.length > 0) refuse("target_ids", `must be empty for ${AUDIT_KIND}`);
	if (ownerOrgIds.length > 0) refuse("owner_organizations", `must be empty for ${AUDIT_KIND}`);
}

/** Where a webhook stands in the audit log: it begins at the end of the chain, and then goes on. */
export async function auditPositionFor(
	tx: Transaction,
	events: readonly string[],
	before: bigint | null,
): Promise<{ audit_position: bigint | null }> {
	if (!events.includes(AUDIT_KIND)) return { audit_position: null };
	return { audit_position: before ?? (await lastLink(tx))?.position ?? 0n };
}
