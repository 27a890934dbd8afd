import { appliedState, applyStateBody } from "@/lib/contract/applied-state";
import { exportedState, STATE_VERSION } from "@/lib/contract/declared-state";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { applyState, STATE_BYTES } from "@/lib/domain/declared-state/apply-state";
import { exportState } from "@/lib/domain/declared-state/export-state";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { publicAddress } from "@/lib/http/routes/public-address";
import { productJson, productQuery } from "@/lib/http/routes/route";
import { signInLinkOf } from "@/lib/http/routes/sign-in-link";
import { withoutIssued } from "@/lib/http/routes/without-issued";

export const GET = productQuery({
	summary: "Get State",
	description:
		"What operators have set up: organizations, people, targets, categories, sources, webhooks and keys, by name and without secrets. Operators only.",
	parameters: noParameters,
	response: itemResponse(exportedState),
	errors: ["Forbidden"],
	run: async ({ service, principal }) => ({ body: itemEnvelope(await exportState(service, principal)) }),
});

export const POST = productJson({
	summary: "Apply State",
	confirms: true,
	description:
		"Brings the service to a declared state, in one transaction. Fields and lists that are absent stay as they are; of a given list nothing is removed without `prune`. Values that the service makes are shown once. Operators only.",
	refusals: {
		InvalidArgument:
			"The state is of another version, names something twice or what does not exist; `problems` has all.",
		Forbidden: "Operators only; what a restricted key must not issue stays refused.",
		InvalidState: "The state lacks something that `removals` names; or one of its acts is refused.",
	},
	example: {
		state: { version: STATE_VERSION, place_categories: [{ name: "Schools", sensitive: true }] },
		dry_run: true,
	},
	parameters: applyStateBody,
	response: itemResponse(appliedState),
	largest: STATE_BYTES,
	errors: ["Forbidden", "NotFound"],
	withoutSecret: withoutIssued,
	run: async ({ service, principal, parameters, attributes }) => {
		const applied = await applyState(service, principal, parameters);
		const address = publicAddress(service, attributes);
		const issued = applied.issued.map((one) =>
			one.what === "link" && one.secret !== null ? { ...one, secret: signInLinkOf(address, one.secret) } : one,
		);
		return { body: itemEnvelope({ ...applied, issued }) };
	},
});
