import type { ListDeploymentDetails } from "@/lib/contract/deployment-list";
import {
	administeredDeployments,
	deploymentsOfDirectDesigns,
	visibleDeploymentParts,
	visibleDeploymentRecordParts,
	visibleDeploymentRecords,
	visibleDeployments,
} from "@/lib/domain/access/access";
import type { VisiblePart } from "@/lib/domain/access/grounds";
import type { Principal } from "@/lib/domain/access/principal";
import { EXPIRED } from "@/lib/domain/deployments/expire-requests";
import { WAITS_FOR_DECISION, WAITS_FOR_REQUESTER } from "@/lib/domain/deployments/reads/open-questions";
import { anyStatus, typeFilter, visibilityCondition } from "@/lib/domain/designs/design-list";
import { all } from "@/lib/domain/lists/all";
import { defineList, type Request, unorderedPart } from "@/lib/domain/lists/define-list";
import { shownCondition } from "@/lib/domain/lists/search-condition";
import { Prisma } from "@/lib/generated/prisma/client";
import { actualCondition, actualJoin } from "./actual-conditions";
import { unmatchedCondition } from "./unmatched-condition";

/** With `detail`, the list includes internal statuses (docs/contract.md, Deployments). */
export type DeploymentFilter = ListDeploymentDetails & { readonly detail: boolean };

/** Pending schedules are few, so the query reads them once. */
export const SCHEDULED = Prisma.sql`deployments.id = ANY (ARRAY(SELECT s.deployment_id FROM deployment_schedules s WHERE s.ran_at IS NULL))`;

/** Deployments whose activation the caller has approved, while others still must. */
export const approvedBy = (principal: Principal) =>
	Prisma.sql`deployments.id = ANY (ARRAY(SELECT a.deployment_id FROM deployment_approvals a
		WHERE a.user_id = ${principal.userId}::uuid AND a.action = 'activate' AND a.ended_at IS NULL))`;

/** How long rejected and expired requests stay beside those of the chosen statuses. */
const ENDED_MS = 14 * 86_400_000;

const addsEnded = ({ status, recently_ended }: DeploymentFilter): boolean =>
	status !== undefined && recently_ended === true;

/**
 * Few requests end within two weeks: they are a part of their own, so that the others keep their
 * index and counter.
 */
function withEnded(part: VisiblePart, { service, filter }: Request<DeploymentFilter>): VisiblePart[] {
	if (!addsEnded(filter)) return [part];
	const chosen = anyStatus("deployments", filter.status ?? []);
	const since = new Date(service.now().getTime() - ENDED_MS);
	const ended = Prisma.sql`deployments.status IN ('rejected', 'cancelled') AND deployments.updated_at >= ${since}::timestamptz
		AND (deployments.status = 'rejected' OR deployments.status_reason = ${EXPIRED}) AND NOT (${chosen})`;
	return [
		{ ...part, where: all([part.where, chosen]) },
		{ where: all([part.where, ended]), personal: true, counted: null },
	];
}

/** The list of visible deployments, with and without `detail=true`. */
export const deploymentList = defineList<DeploymentFilter>({
	alias: "deployments",
	rows: (request) => {
		const { principal, inOrder } = request;
		const { detail, q } = request.filter;
		const parts = detail ? visibleDeploymentRecordParts : visibleDeploymentParts;
		const visible = detail ? visibleDeploymentRecords(principal) : visibleDeployments(principal);
		// Only callers who see the draft of a design find its deployments by the draft's words.
		const shown =
			q === undefined ? [] : [Prisma.sql`(${shownCondition(q)} OR ${deploymentsOfDirectDesigns(principal)})`];
		const rows = inOrder ? parts(principal) : [unorderedPart(visible)];
		return rows
			.flatMap((part) => withEnded(part, request))
			.map((part) => ({
				...part,
				where: all([part.where, ...shown]),
				from: Prisma.sql`deployments`,
				columns: undefined,
			}));
	},
	filters: {
		detail: null,
		recently_ended: null,
		type: typeFilter("deployments"),
		status: {
			// Its parts have the statuses then.
			where: (statuses, { filter }) => (addsEnded(filter) ? Prisma.sql`TRUE` : anyStatus("deployments", statuses)),
			counted: (statuses) => anyStatus("list_counts", statuses),
			inlined: true,
			// Pending requests are few, but other sort orders put them last or scatter them.
			unknownSelectivity: (statuses, { sort }) => statuses.join() === "requested" && sort !== "updated_at",
		},
		visibility: {
			// Tags of a design that the caller sees through a target alone match nothing.
			where: (tags, { principal }) =>
				Prisma.sql`deployments.design_id IN (SELECT designs.id FROM designs WHERE ${visibilityCondition(tags)})
					AND ${deploymentsOfDirectDesigns(principal)}`,
			unknownSelectivity: () => true,
		},
		target_type: {
			where: (type) =>
				Prisma.sql`deployments.target_id = ANY (ARRAY(SELECT targets.id FROM targets WHERE targets.type = ${type}))`,
		},
		min_size: { where: (bytes) => Prisma.sql`deployments.build_size >= ${bytes}::bigint` },
		max_size: { where: (bytes) => Prisma.sql`deployments.build_size <= ${bytes}::bigint` },
		start_date: { where: (second) => Prisma.sql`deployments.approved_at >= to_timestamp(${second}::float8)` },
		// Includes its whole second (docs/contract.md, Filters).
		end_date: { where: (second) => Prisma.sql`deployments.approved_at < to_timestamp(${second + 1}::float8)` },
		new_build: { where: (first) => Prisma.sql`deployments.new_build = ${first}` },
		ids: { where: (ids) => Prisma.sql`deployments.id = ANY (${[...ids]}::uuid[])`, unknownSelectivity: () => true },
		design_id: { where: (id) => Prisma.sql`deployments.design_id = ${id}::uuid` },
		build_id: { where: (id) => Prisma.sql`deployments.build_id = ${id}::uuid` },
		target_id: { where: (id) => Prisma.sql`deployments.target_id = ${id}::uuid` },
		tag: { where: (tag) => Prisma.sql`deployments.tags @> ARRAY[${tag}]::text[]`, unknownSelectivity: () => true },
		requested_by: { where: (_me, { principal }) => Prisma.sql`deployments.requester_id = ${principal.userId}::uuid` },
		requester_org_id: { where: (id) => Prisma.sql`deployments.requester_org_id = ${id}::uuid` },
		actual: {
			where: (actual, { service }) => actualCondition(actual, service),
			joined: (actual, { service }) => actualJoin(actual, service),
			unknownSelectivity: (actual) => actual === "loaded" || actual === "pending",
		},
		unmatched_for: {
			where: (days, { service }) => unmatchedCondition(service, days),
			unknownSelectivity: () => true,
		},
		administered: {
			where: (administered, { principal }) => {
				const own = administeredDeployments(principal);
				return administered ? own : Prisma.sql`NOT (${own})`;
			},
		},
		approved_by_me: {
			where: (approved, { principal }) => {
				const mine = approvedBy(principal);
				return approved ? mine : Prisma.sql`NOT (${mine})`;
			},
		},
		// Requests with an open question are few, and an index finds them; the others are nearly all
		// pending requests.
		waiting_for: {
			where: (who) => (who === "requester" ? WAITS_FOR_REQUESTER : WAITS_FOR_DECISION),
			inlined: true,
			unknownSelectivity: (who, { sort }) => who === "requester" || sort !== "updated_at",
		},
		scheduled: { where: (scheduled) => (scheduled ? SCHEDULED : Prisma.sql`NOT (${SCHEDULED})`) },
	},
	sorts: {
		updated_at: { by: () => Prisma.sql`deployments.updated_at` },
		// Rows without a date come last; in descending order an expression index provides that.
		approved_at: {
			by: (_, order) =>
				order === "desc"
					? Prisma.sql`COALESCE(deployments.approved_at, '-infinity'::timestamptz)`
					: Prisma.sql`deployments.approved_at`,
		},
		build_date: { by: () => Prisma.sql`deployments.build_date` },
		build_size: { by: () => Prisma.sql`deployments.build_size` },
		requested_at: { by: () => Prisma.sql`deployments.requested_at` },
	},
	defaultSort: "updated_at",
});
