import { Notice } from "@/components/kit/ui/notice";
import { formatPlural } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { nameOf } from "@/lib/contract/sentences/name-of";
import { mixedScriptsWords } from "@/lib/rules/text/mixed-scripts";

/** Names listed one by one; a design may have a thousand sets. */
const FEW = 5;

type Named = Pick<DeploymentDetail, "design_name" | "requester" | "requester_person" | "requester_org_name" | "sets">;

/** The names that a decision goes by: design, requester, organization and sets. */
export function namesOf({ design_name, requester, requester_person, requester_org_name, sets }: Named) {
	return [
		{ id: "design", what: "Design", name: design_name },
		{ id: "requester", what: "Requester", name: nameOf(requester_person, requester) },
		{ id: "organization", what: "Organization", name: requester_org_name },
		...sets.map(({ set_id, set_name }) => ({ id: set_id, what: "Set", name: set_name })),
	];
}

/** Says which names of a deployment have letters of several alphabets; nothing where none has. */
export function MixedNames({ deployment }: { deployment: Named }) {
	const mixed = namesOf(deployment).flatMap((each) => {
		const words = mixedScriptsWords(each.name);
		return words === null ? [] : [{ ...each, words }];
	});
	if (mixed.length === 0) return null;
	const more = mixed.length - FEW;
	return (
		<Notice kind="warn">
			{mixed.slice(0, FEW).map(({ id, what, name, words }) => (
				<p key={id}>
					{what} <bdi>{name}</bdi> has {words}.
				</p>
			))}
			{more > 0 ? <p>{formatPlural(more, "more set has", "more sets have")} letters of several alphabets.</p> : null}
		</Notice>
	);
}
