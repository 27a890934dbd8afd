import type { ProposedDates } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";
import { mayAdministerTarget, visibleDesigns } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type DeploymentRecord, loadDeployments } from "@/lib/domain/deployments/load-deployments";
import { previewActivation } from "@/lib/domain/deployments/preview/preview-activation";
import { commentIdOf } from "@/lib/domain/deployments/reads/comment-id-of";
import { describeProposal } from "@/lib/domain/deployments/reads/describe-deployments";
import { type AuditEvent, Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";

/** `data` of a message: ids, names, actor, reason and links, within the owner's visibility. */
export interface EventData {
	readonly event_id: string;
	readonly actor: string;
	readonly reason: string | null;
	readonly object: { readonly type: string; readonly id: string };
	/** The comment, where the event is about one. */
	readonly comment: CommentData | null;
	readonly deployment: DeploymentData | null;
	readonly design: { readonly id: string; readonly name: string } | null;
	readonly build: { readonly id: string; readonly name: string; readonly size: number } | null;
	readonly target: { readonly id: string; readonly name: string } | null;
	/** The effects of activating a request. */
	readonly activation: ActivationData | null;
	/** Addresses, or paths where PUBLIC_URL is not set. */
	readonly links: Readonly<Record<string, string>>;
}

export interface DeploymentData {
	readonly id: string;
	readonly status: string;
	readonly requester: string;
	readonly requester_organization: string;
	readonly message: string | null;
	readonly tags: readonly string[];
	/** When the requester proposes to activate and to deactivate it; null: they named no time. */
	readonly proposed: ProposedDates | null;
}

export interface CommentData {
	readonly id: string;
	readonly kind: string;
	readonly text: string | null;
	readonly author: string;
}

export type ActivationData = Pick<
	ActivationPreview,
	"revision" | "digest" | "allowed" | "refusal" | "replaces" | "size" | "memory" | "items" | "warnings"
> & { readonly sets: { readonly added: number; readonly removed: number; readonly changed: number } };

/** Kinds of events that need a decision. */
const DECIDABLE: ReadonlySet<string> = new Set([
	"deployment.requested",
	"deployment.waiting",
	"deployment.needs_approval",
	"deployment.answered",
]);

/** Describes an event that the principal may learn of, by the present state of its objects. */
export async function describeEvent(
	service: Service,
	principal: Principal,
	event: AuditEvent,
	kind: string,
): Promise<EventData> {
	const [record] = event.object_type === "deployment" ? await loadDeployments(service.prisma, [event.object_id]) : [];
	const about = record === undefined ? await describeOther(service, principal, event) : partsOf(record);
	const isDecidable = record?.status === "requested" && DECIDABLE.has(kind);
	return {
		event_id: String(event.id),
		actor: event.actor_label,
		reason: event.reason,
		object: { type: event.object_type, id: event.object_id },
		comment: await findComment(service, event),
		deployment: null,
		...about,
		activation: isDecidable ? await describeActivation(service, principal, record.id) : null,
		links: linksOf(service, about, isDecidable && mayAdministerTarget(principal, record.target) ? record.id : null),
	};
}

/** The comment that the event names, which went with its deployment if that is gone. */
async function findComment({ prisma }: Service, { detail }: AuditEvent): Promise<CommentData | null> {
	const id = commentIdOf(detail);
	const comment =
		id === null
			? null
			: await prisma.deploymentComment.findUnique({ where: { id }, include: { author: { select: { email: true } } } });
	return comment && { id: String(comment.id), kind: comment.kind, text: comment.text, author: comment.author.email };
}

type Parts = Pick<EventData, "design" | "build" | "target"> & { readonly deployment?: DeploymentData };

function partsOf(record: DeploymentRecord): Parts {
	return {
		deployment: {
			id: record.id,
			status: record.status,
			requester: record.requester.email,
			requester_organization: record.requesterOrg.name,
			message: record.message,
			tags: record.tags,
			proposed: describeProposal(record),
		},
		design: { id: record.design_id, name: record.design.name },
		build: { id: record.build_id, name: record.build.name, size: Number(record.build_size) },
		target: { id: record.target_id, name: record.target.name },
	};
}

/**
 * Of an event about a design, a target, or a deployment that was deleted: with it, administrators
 * of its target lose visibility of the design.
 */
async function describeOther(
	{ prisma }: Service,
	principal: Principal,
	{ design_id: designId, target_id: targetId }: AuditEvent,
): Promise<Parts> {
	const select = { id: true, name: true } as const;
	const visible =
		designId === null
			? []
			: await prisma.$queryRaw<{ id: string; name: string }[]>(
					Prisma.sql`SELECT designs.id, designs.name FROM designs WHERE designs.id = ${designId}::uuid AND ${visibleDesigns(principal)}`,
				);
	return {
		design: visible[0] ?? null,
		build: null,
		target: targetId === null ? null : await prisma.target.findUnique({ where: { id: targetId }, select }),
	};
}

async function describeActivation(service: Service, principal: Principal, id: string): Promise<ActivationData | null> {
	try {
		const preview = await previewActivation(service, principal, id);
		const { revision, digest, allowed, refusal, replaces, size, memory, items, warnings, sets } = preview;
		const counts = { added: sets.added.length, removed: sets.removed.length, changed: sets.changed.length };
		return { revision, digest, allowed, refusal, replaces, size, memory, items, warnings, sets: counts };
	} catch (thrown) {
		// It was decided or deleted since.
		if (isDomainError(thrown) && thrown.kind === "NotFound") return null;
		throw thrown;
	}
}

function linksOf({ settings }: Service, { deployment, design, target }: Parts, requestId: string | null) {
	const link = (path: string) => `${settings.PUBLIC_URL ?? settings.BASE_PATH}${path}`;
	return {
		...(requestId === null ? {} : { decide: link(`/approvals?request=${requestId}`) }),
		...(deployment === undefined ? {} : { deployment: link(`/deployments/${deployment.id}`) }),
		...(design === null ? {} : { design: link(`/designs/${design.id}`) }),
		...(target === null ? {} : { target: link(`/targets/${target.id}`) }),
	};
}
