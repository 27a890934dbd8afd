import { z } from "zod";
import { declaredState } from "./declared-state";
import { text } from "./primitives";
import { described } from "./written-as";

/** Kinds of what a declared state has. */
export const STATE_KINDS = [
	"organization",
	"person",
	"key",
	"target",
	"freeze",
	"rule",
	"agent_key",
	"place_category",
	"inventory_source",
	"pull",
	"webhook",
] as const;
const kind = z.enum(STATE_KINDS).describe("Kind of the object.");
export type StateKind = z.infer<typeof kind>;

/** Body of `POST /api/state`. */
export const applyStateBody = z.strictObject({
	state: declaredState.describe("The state that the service is to have."),
	dry_run: z.boolean().default(false).describe("`true`: all is done and taken back, so that the answer tells of it."),
	prune: z
		.boolean()
		.default(false)
		.describe(
			"`true`: what a given list lacks is removed, and people are disabled. Otherwise a state that lacks something is refused.",
		),
});
export type ApplyState = z.infer<typeof applyStateBody>;

const named = {
	kind,
	name: text.meta(described("Its name: a slug, an e-mail, a label.", "partner-dsp")),
	of: text
		.nullable()
		.describe("Name of the object that it belongs to, such as the target of a rule; null: it belongs to none."),
};

const stateChange = z.strictObject({
	action: z
		.enum(["create", "change", "replace", "remove"])
		.describe("`replace`: a key, whose rights cannot be changed, gives way to another one."),
	...named,
	path: text
		.nullable()
		.meta(described("Where it stands in the state; null for what is removed.", "targets[2].rules[0]")),
	fields: z
		.array(
			z.strictObject({
				field: text.meta(described("Path of the field.", "conditions.daily_limit")),
				before: z.unknown().describe("Its value until now; null without one, `(secret)` for a secret."),
				after: z.unknown().describe("Its new value."),
			}),
		)
		.describe("The fields that differ."),
});
export type StateChange = z.infer<typeof stateChange>;

const issuedSecret = z.strictObject({
	...named,
	path: text.meta(described("Where it stands in the state.", "targets[2].agent_keys[0]")),
	what: z.enum(["key", "secret", "link"]).describe("A key's value, a webhook's secret, or a link to set a password."),
	secret: text.nullable().describe("The value; shown once."),
	mailed: z.boolean().describe("Whether a link also goes to the person by mail."),
});
export type IssuedSecret = z.infer<typeof issuedSecret>;

/** The answer of `POST /api/state`. */
export const appliedState = z
	.strictObject({
		dry_run: z.boolean().describe("Whether all was taken back."),
		changes: z.array(stateChange).describe("What was changed, or would be; empty: the service has the state."),
		unlisted: z
			.array(z.strictObject(named))
			.describe(
				"What the state's lists lack, and stays: organizations, targets and sources are never deleted, nor does the caller go.",
			),
		issued: z.array(issuedSecret).describe("Values that the service has made, each shown once; none in a dry run."),
		secret_note: text.nullable().describe("Reason that each `secret` is null."),
	})
	.meta({ id: "AppliedState", description: "What a declared state has changed, or would change." });
export type AppliedState = z.infer<typeof appliedState>;
