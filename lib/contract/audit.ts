import { z } from "zod";
import { AUDIT_OBJECT_TYPES } from "./constants";
import { field } from "./field";
import { guidParameter, moment, oneOf, paging, wholeNumber } from "./parameters";
import { personRef } from "./person-ref";
import { guid, text } from "./primitives";
import { described } from "./written-as";

export { AUDIT_OBJECT_TYPES } from "./constants";

const contractEvent = {
	id: text.meta(described("Id; later events have larger ids.", "4711")),
	at: field.at,
	actor_id: guid.nullable().describe("Id of the acting user; null for an action of the service."),
	actor: text.describe(
		"E-mail of the user, `rule ‘<name>’ of <e-mail>`, or the part of the service that acted automatically.",
	),
	actor_person: personRef.nullable().describe("Null for what the service did automatically."),
	credential: text.describe(
		"`session`, `api_key`, `access_token`, `sign_in_link`, `single_sign_on`, `schedule` (done when they had scheduled it), `rule` (done by an activation rule of theirs) or `system`.",
	),
	address: text.nullable().describe("Null also where it is not the caller's to know."),
	action: text.meta(described("The action.", "activate")),
	status_before: text.nullable().meta(described("Status before; null without one.", "requested")),
	status_after: text.nullable().meta(described("Status after; null without one.", "activated")),
	reason: text.nullable().meta(described("Reason, as free text.", "Spring campaign, new shops added")),
	detail: z.record(z.string(), z.unknown()).nullable().describe("Further details, by action."),
};

/** An event of the audit trail (docs/contract.md, Audit). */
export const auditEvent = z
	.strictObject(contractEvent)
	.meta({ id: "AuditEvent", description: "Who did what, when, why, from where and with which credential." });
export type AuditEvent = z.infer<typeof auditEvent>;

export type AuditObjectType = (typeof AUDIT_OBJECT_TYPES)[number];

/**
 * An audit event with its object's current name; null for a deleted object, and for a design that
 * the caller no longer sees.
 */
export const auditRecord = z
	.strictObject({
		...contractEvent,
		object_type: z.enum(AUDIT_OBJECT_TYPES).describe("Type of the object."),
		object_id: field.object_id,
		object_name: text
			.nullable()
			.meta(
				described(
					"Current name; null for an object that was deleted or that the caller no longer sees.",
					"Coffee shops Berlin",
				),
			),
		design_id: guid.nullable().describe("Id of the design."),
		design_name: text.nullable().meta(described("Current name of the design.", "Coffee shops Berlin")),
		target_id: guid.nullable().describe("Id of the deployment target."),
		target_name: text
			.nullable()
			.meta(
				described("Name of the deployment target; null without one, or after its deletion.", "Partner DSP, Frankfurt"),
			),
	})
	.meta({
		id: "AuditRecord",
		description:
			"An audit event with the object that it is about. Objects are named as they are called now; null where they are gone, and of designs that the caller sees no more.",
	});
export type AuditRecord = z.infer<typeof auditRecord>;

const time = moment("must be an ISO 8601 time with an offset or Z").describe(
	"Events from this time on, ISO 8601 with `Z` or an offset.",
);

const filters = {
	actor: z.string().min(1, "must not be empty").max(320).optional().describe("E-mail or id of the actor."),
	action: z
		.string()
		.regex(/^[a-z_]{1,64}$/, "must be the name of an action")
		.optional()
		.meta(described("Name of the action, such as `activate` or `request_build`.", "activate")),
	object_type: oneOf(AUDIT_OBJECT_TYPES).optional().describe("Kind of the objects that were acted upon."),
	object_id: guidParameter.optional().describe("The object that was acted upon."),
	design_id: guidParameter.optional().describe("Events of this design, its builds and its deployments."),
	target_id: guidParameter.optional().describe("Events of this target and of deployments on it."),
	since: time.optional(),
	until: time.optional().describe("Events before this time, itself excluded; ISO 8601 with `Z` or an offset."),
};
const inOrder = ({ since, until }: { since?: string | undefined; until?: string | undefined }) =>
	since === undefined || until === undefined || Date.parse(since) <= Date.parse(until);
const orderMessage = { path: ["since"], message: "must not be later than 'until'" };

/** Parameters of `GET /api/audit`. */
export const listAuditParameters = z.strictObject({ ...paging, ...filters }).refine(inOrder, orderMessage);
/** Parameters of `GET /api/exports/audit`. */
export const exportAuditParameters = z.strictObject(filters).refine(inOrder, orderMessage);
export type AuditFilter = z.infer<typeof exportAuditParameters>;

const DECIMAL_CURSOR = /^(0|[1-9]\d{0,17})$/;

/** Parameters of `GET /api/exports/audit-events`. */
export const auditFeedParameters = z.strictObject({
	after: z
		.string()
		.regex(DECIMAL_CURSOR, "must be the 'cursor' of an earlier answer")
		.default("0")
		.transform(BigInt)
		.describe("The `cursor` of an earlier answer; without it from the oldest event on."),
	limit: wholeNumber(1, 100_000).default(10_000).describe("Most events of the answer."),
});
export type AuditFeed = z.infer<typeof auditFeedParameters>;
