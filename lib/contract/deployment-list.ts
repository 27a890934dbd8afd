import { z } from "zod";
import {
	ACTUAL_STATES,
	DEPLOYMENT_SORTS,
	DEPLOYMENT_STATUSES,
	LISTED_IDS_AT_MOST,
	LISTED_STATUSES,
	REQUESTERS,
	WAITING_FOR,
} from "./constants";
import {
	booleanParameter,
	commaListOf,
	designTypeFilter,
	guidList,
	guidParameter,
	keyText,
	oneOf,
	order,
	paging,
	searchQuery,
	visibilityFilter,
	wholeNumber,
} from "./parameters";
import { described } from "./written-as";

const listFilters = {
	...paging,
	order,
	q: searchQuery.optional(),
	type: designTypeFilter.optional(),
	target_type: z
		.string()
		.refine((value) => value.trim() !== "", "must not be blank")
		.optional()
		.describe("Type of the target, for example `on-premises`; one that no target has matches nothing."),
	visibility: visibilityFilter.optional(),
	min_size: wholeNumber(0).optional().describe("Smallest size of the deployed targeting file, in bytes, inclusive."),
	max_size: wholeNumber(0).optional().describe("Largest size of the deployed targeting file, in bytes, inclusive."),
	start_date: wholeNumber(0, 253_402_300_799)
		.optional()
		.describe(
			"Earliest time of approval, in epoch seconds, inclusive. With a bound, rows never approved are left out.",
		),
	end_date: wholeNumber(0, 253_402_300_799)
		.optional()
		.describe("Latest time of approval, in epoch seconds, to the end of that second."),
	new_build: booleanParameter
		.optional()
		.describe("`true`: deployments of the first build of a design; `false`: of a refreshed build."),
	sort: oneOf(DEPLOYMENT_SORTS)
		.default("updated_at")
		.describe("What to sort by: latest update, first approval, completion or size of the build, request."),
};

type Bounds = {
	min_size?: number | undefined;
	max_size?: number | undefined;
	start_date?: number | undefined;
	end_date?: number | undefined;
};

const sizesInOrder = ({ min_size, max_size }: Bounds) =>
	min_size === undefined || max_size === undefined || min_size <= max_size;
const datesInOrder = ({ start_date, end_date }: Bounds) =>
	start_date === undefined || end_date === undefined || start_date <= end_date;
const sizesMessage = { path: ["min_size"], message: "must not be larger than 'max_size'" };
const datesMessage = { path: ["start_date"], message: "must not be later than 'end_date'" };

/** Parameters of List Deployments. */
export const listDeploymentsParameters = z
	.strictObject({
		...listFilters,
		status: commaListOf(LISTED_STATUSES)
			.optional()
			.describe("Comma-delimited statuses; `requested` finds pending requests."),
	})
	.refine(sizesInOrder, sizesMessage)
	.refine(datesInOrder, datesMessage);
export type ListDeployments = z.infer<typeof listDeploymentsParameters>;

const detailFilters = {
	...listFilters,
	status: commaListOf(DEPLOYMENT_STATUSES)
		.optional()
		.describe(
			"Comma-delimited statuses, those kept for the record (`cancelled`, `rejected`) too; absent: all of them.",
		),
	ids: guidList(LISTED_IDS_AT_MOST).optional().describe("Comma-delimited ids: these deployments alone."),
	design_id: guidParameter.optional().describe("Deployments of this design alone."),
	build_id: guidParameter.optional().describe("Deployments of this build alone."),
	target_id: guidParameter.optional().describe("Deployments on this target alone."),
	tag: keyText(1, 64).optional().meta(described("Deployments with exactly this tag.", "eu-west")),
	requested_by: oneOf(REQUESTERS).optional().describe("`me`: deployments requested by the caller."),
	requester_org_id: guidParameter.optional().describe("Deployments requested by people of this organization."),
	actual: oneOf(ACTUAL_STATES).optional().describe("Activated deployments in this state on the agents."),
	unmatched_for: wholeNumber(1, 90)
		.optional()
		.describe("Activated deployments that have matched nothing for so many days, though all agents count matches."),
	scheduled: booleanParameter.optional().describe("Whether it has a pending schedule."),
	administered: booleanParameter.optional().describe("Whether the caller administers its target."),
	approved_by_me: booleanParameter
		.optional()
		.describe("Whether the caller has approved its activation, for which more administrators are needed."),
	waiting_for: oneOf(WAITING_FOR)
		.optional()
		.describe("Pending requests that wait for a decision (`administrator`) or for an answer (`requester`)."),
	recently_ended: booleanParameter
		.optional()
		.describe("`true`: besides those of `status`, also requests that were rejected or expired in the last 14 days."),
};

/** Parameters of List Deployments with `detail=true`: every internal status and further filters. */
export const listDeploymentDetailsParameters = z
	.strictObject(detailFilters)
	.refine(sizesInOrder, sizesMessage)
	.refine(datesInOrder, datesMessage);
export type ListDeploymentDetails = z.infer<typeof listDeploymentDetailsParameters>;

/** Parameters of `GET /api/deployments/queue`. */
export const queueParameters = z
	.strictObject({
		...listFilters,
		sort: oneOf(DEPLOYMENT_SORTS).default("requested_at").describe("What to sort by, as in List Deployments."),
		target_id: detailFilters.target_id,
		waiting_for: oneOf(WAITING_FOR)
			.default("administrator")
			.describe("Those that wait for a decision (`administrator`), or for an answer (`requester`)."),
	})
	.refine(sizesInOrder, sizesMessage)
	.refine(datesInOrder, datesMessage);
export type ListQueue = z.infer<typeof queueParameters>;

const { limit: _limit, offset: _offset, ...exportFilters } = detailFilters;

/** Parameters of `GET /api/exports/deployments`: the list's, without paging. */
export const exportDeploymentsParameters = z
	.strictObject(exportFilters)
	.refine(sizesInOrder, sizesMessage)
	.refine(datesInOrder, datesMessage);
export type ExportDeployments = z.infer<typeof exportDeploymentsParameters>;
