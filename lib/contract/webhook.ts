import { z } from "zod";
import { AUDIT_KIND, WEBHOOK_DELIVERY_STATUSES, WEBHOOK_FORMATS } from "./constants";
import { NOTICE_KINDS } from "./events/events";
import { field } from "./field";
import { guidParameter, moment, nameWithin, oneOf, paging } from "./parameters";
import { personRef } from "./person-ref";
import { count, guid, integer, text, timestamp } from "./primitives";
import { described } from "./written-as";

/** The event type of a test, which follows from no event. */
export const TEST_KIND = "webhook.test";

const format = z
	.enum(WEBHOOK_FORMATS, `must be one of ${WEBHOOK_FORMATS.join(", ")}`)
	.describe("`json`: the message itself; `slack`, `teams`: what an incoming webhook of that chat shows.");
export type WebhookFormat = z.infer<typeof format>;

const contractWebhook = {
	id: field.id,
	description: text.describe("Purpose of the webhook, as free text."),
	url: text.meta(described("Address that takes the messages.", "https://example.com/hooks/targeting")),
	format,
	events: z
		.array(z.string())
		.describe(`Types of events that are sent; empty: all but \`${AUDIT_KIND}\`, which is chosen by name, and alone.`),
	target_ids: z.array(guid).describe("Only events of these targets; empty: of all."),
	owner_organizations: z
		.array(z.strictObject({ id: field.id, slug: field.slug, name: field.name }))
		.describe("Only events of designs that these organizations own; empty: of all."),
	enabled: z.boolean().describe("Whether messages are sent."),
	paused_at: timestamp.nullable().describe("Time at which the service stopped sending, until it is resumed."),
	paused_reason: text.nullable().describe("Reason for the pause."),
	last_success_at: timestamp.nullable().describe("Time of the last accepted message."),
	failures: count.describe("Failed attempts since the last success."),
	pending: count.describe("Deliveries that are still to be made."),
	secrets: z
		.array(z.strictObject({ id: field.id, created_at: field.created_at, expires_at: field.expires_at }))
		.describe("Secrets that sign now, newest first; their values are shown once."),
	org_id: guid.nullable().describe("Organization whose events it receives; null: the whole service."),
	org_name: text.nullable().meta(described("Name of its organization.", "Acme Coffee")),
	owner: text.meta(
		described("E-mail of the person whose rights decide which events are sent.", "designer@acme.example"),
	),
	owner_person: personRef.describe("The owner by name; null where they are gone."),
	created_at: field.created_at,
	updated_at: field.updated_at,
	revision: field.revision,
};

/** A webhook without the values of its secrets (docs/contract.md, Webhooks). */
export const webhook = z
	.strictObject(contractWebhook)
	.meta({ id: "Webhook", description: "An address that receives a message for each event it subscribes to." });
export type Webhook = z.infer<typeof webhook>;

/** A webhook with its newest secret, which is shown once. */
export const issuedWebhook = z
	.strictObject({
		...contractWebhook,
		secret: text.nullable().describe("Value of the newest secret (`whsec_…`); shown once."),
		secret_note: text.nullable().describe("Reason that `secret` is null."),
	})
	.meta({ id: "IssuedWebhook", description: "A webhook with its newest secret, as created or rotated." });
export type IssuedWebhook = z.infer<typeof issuedWebhook>;

const EVENT_KINDS = [...NOTICE_KINDS, AUDIT_KIND] as const;
const MOST_IN_FILTER = 100;
const ids = z.array(guidParameter).max(MOST_IN_FILTER, `must hold at most ${MOST_IN_FILTER} ids`);
const fields = {
	url: z.string().min(1, "must not be empty").max(2_000, "must have at most 2000 characters"),
	description: nameWithin(0, 200).describe("Purpose of the webhook, as free text."),
	format,
	events: z
		.array(z.enum(EVENT_KINDS, `takes only ${EVENT_KINDS.join(", ")}`))
		.max(EVENT_KINDS.length, "must name each type once")
		.describe(
			`Types of events to send; none: all but \`${AUDIT_KIND}\`. That one sends the audit log to a collector: alone, as \`json\`, without \`target_ids\` and \`owner_organizations\`.`,
		),
	target_ids: ids.describe("Only events of these targets; none: of all."),
	owner_organizations: z
		.array(z.string().min(1, "must not be empty").max(63, "must have at most 63 characters"))
		.max(MOST_IN_FILTER, `must hold at most ${MOST_IN_FILTER} slugs`)
		.describe("Slugs: only events of designs that these organizations own; none: of all."),
	enabled: z
		.boolean()
		.describe("`false`: nothing is sent. Events of that time are not kept for it, except audit events."),
};

/** Body of `POST /api/webhooks`. */
export const createWebhookBody = z.strictObject({
	url: fields.url.meta(
		described("Address that takes the messages: https, without credentials.", "https://example.com/hooks/targeting"),
	),
	description: fields.description.default(""),
	format: fields.format.default("json"),
	events: fields.events.default([]),
	target_ids: fields.target_ids.default([]),
	owner_organizations: fields.owner_organizations.default([]),
	enabled: fields.enabled.default(true),
	organization: z
		.string()
		.max(63, "must have at most 63 characters")
		.nullable()
		.optional()
		.meta(
			described(
				"Operators: slug of the organization that it tells of; null, their default: the whole service.",
				"acme",
			),
		),
});
export type CreateWebhook = z.infer<typeof createWebhookBody>;

/** Body of `PATCH /api/webhooks/<id>`; absent fields stay as they are. */
export const editWebhookBody = z
	.strictObject({
		url: fields.url
			.optional()
			.meta(described("Address that takes the messages.", "https://example.com/hooks/targeting")),
		description: fields.description.optional(),
		format: fields.format.optional(),
		events: fields.events.optional(),
		target_ids: fields.target_ids.optional(),
		owner_organizations: fields.owner_organizations.optional(),
		enabled: fields.enabled.optional(),
	})
	.refine((body) => Object.values(body).some((value) => value !== undefined), "names no field to change");
export type EditWebhook = z.infer<typeof editWebhookBody>;

/** Parameters of `GET /api/webhooks`. */
export const listWebhooksParameters = z.strictObject({ ...paging });

const deliveryStatus = z
	.enum(WEBHOOK_DELIVERY_STATUSES)
	.describe("`withheld`: the webhook's owner could no longer see the object when it was to be sent.");

const contractDelivery = {
	id: field.id,
	message_id: text.describe("The header `webhook-id`, the same in every attempt and replay."),
	type: text.describe("Type of the design."),
	event_id: text.nullable().describe("Id of the audit event; null for a test, and for a part of the audit log."),
	occurred_at: timestamp.describe("Time of the event."),
	status: deliveryStatus,
	attempts: count.meta(described("Number of attempts.", 1)),
	last_attempt_at: timestamp.nullable().describe("Time of the last attempt; null before the first."),
	response_status: integer.nullable().describe("HTTP status of the last attempt."),
	duration_ms: count.nullable().describe("Duration of the last attempt."),
	problem: text
		.nullable()
		.meta(described("Why the last attempt failed.", "Another deployment of the design is activated there.")),
	next_attempt_at: timestamp.nullable().describe("Time of the next attempt; null for a settled delivery."),
	created_at: field.created_at,
	settled_at: timestamp.nullable().describe("Time at which the status became final; null while pending."),
};

/** A row of the delivery log. */
export const webhookDelivery = z
	.strictObject(contractDelivery)
	.meta({ id: "WebhookDelivery", description: "A message to a webhook." });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** An attempt as the delivery keeps it. */
export const webhookAttempt = z.strictObject({
	at: field.at,
	response_status: integer.nullable().describe("HTTP status of the answer; null without one."),
	duration_ms: count.describe("Duration in milliseconds."),
	problem: text
		.nullable()
		.meta(
			described("Reason that it was not done, in a sentence.", "Another deployment of the design is activated there."),
		),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

/** A delivery with its message and the receiver's answer. */
export const webhookDeliveryDetail = z
	.strictObject({
		...contractDelivery,
		payload: text
			.nullable()
			.describe("The body as it was last sent; not kept of audit events, which stand in the audit log."),
		answer: text.nullable().describe("The first 64 kB of the last answer."),
		attempt_log: z.array(webhookAttempt).describe("The last 50 attempts, oldest first."),
	})
	.meta({ id: "WebhookDeliveryDetail", description: "A message to a webhook with its attempts." });
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>;

/** Parameters of `GET /api/webhooks/<id>/deliveries`. */
export const listDeliveriesParameters = z.strictObject({
	...paging,
	status: oneOf(WEBHOOK_DELIVERY_STATUSES).optional().describe("Only deliveries in this status."),
});

/** Body of `POST /api/webhooks/<id>/replay`. */
export const replaySinceBody = z.strictObject({
	since: moment("must be an ISO 8601 time with an offset or Z").describe(
		"Events from this time on are sent again, ISO 8601 with `Z` or an offset; at most 30 days ago.",
	),
	after: z
		.string()
		.regex(/^\d{1,18}$/, "must be a value of 'next'")
		.optional()
		.describe("`next` of the answer before, to go on where it ended."),
});
export type ReplaySince = z.infer<typeof replaySinceBody>;

/** Answer of a replay. */
export const replayed = z
	.strictObject({
		queued: count.describe(
			"Deliveries that are sent now, at most 500 in a call; of the audit log one, which the next ones follow.",
		),
		next: text.nullable().describe("Value of `after` for the rest; null: that was all."),
	})
	.meta({ id: "WebhookReplay", description: "Result of a replay." });
export type Replayed = z.infer<typeof replayed>;

/** An empty JSON object. */
export const noBody = z.strictObject({});
