/** The labels of fields that are not simply the API's name with blanks. */
const LABELS: Readonly<Record<string, string>> = {
	accepted_organizations: "Accepted organizations",
	activate_at: "Activate at",
	address: "Allowed IPs",
	build_id: "Build",
	deactivate_at: "Deactivate at",
	deployment_status: "Status on targets",
	deployment_target: "Target",
	design_id: "Design",
	device_id: "Device id",
	end_date: "Until",
	expires_at: "Expires",
	four_eyes: "Four-eyes rule",
	ip_restrictions: "Allowed IPs",
	max_size: "Size to",
	memory_capacity: "Memory",
	min_size: "Size from",
	old_password: "The current password",
	org_id: "Organization",
	override_reason: "Reason for activating now",
	organization_id: "Organization",
	owner_id: "Owner",
	password: "The password",
	price_cpm: "Price (CPM)",
	q: "Search",
	request_ttl_seconds: "Requests expire after",
	requester_org_id: "Requested by",
	size_warning_factor: "Size warning",
	start_date: "From",
	target_id: "Target",
	targetId: "Target",
	user_id: "User",
	"If-Match": "the version that you opened",
	"X-Build-Digest": "the file that you opened",
};

/** A predicate about a field, after its label without a colon. */
const PREDICATE = /^(?:must|is|are|has|have|holds?|takes?|needs?|names?|was|does|cannot)\b/;

const inWords = (name: string) => {
	const words = name.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The label of a field by its path: `sets[0].targeting_code` is `Targeting code of set 1`. */
function labelOf(path: string): string {
	const name = path.split(".").at(-1) ?? path;
	const [, own = name] = /^(\w+)\[\d+\]$/.exec(name) ?? [];
	const [, place] = /^sets\[(\d+)\]\./.exec(path) ?? [];
	return `${LABELS[own] ?? inWords(own)}${place === undefined ? "" : ` of set ${Number(place) + 1}`}`;
}

/**
 * A message of the API for a page: fields have the names that they have there, and headers none.
 * The API names its parameters, since a program has sent them.
 */
export function pageMessage(message: string): string {
	const named = /^(missing required )?(?:parameter )?'([A-Za-z][\w.[\]-]*)'(?::?\s(.*))?$/s.exec(message);
	if (named === null) return withLabels(message);
	const [, missing, path = "", rest = ""] = named;
	if (missing !== undefined) return `${labelOf(path)} is missing`;
	return `${labelOf(path)}${PREDICATE.test(rest) ? " " : ": "}${withLabels(rest)}`;
}

/** Names within a sentence: those that no person would give to a thing. */
function withLabels(text: string): string {
	return text
		.replace(/(?:the header )?\b(If-Match|X-Build-Digest)\b/g, (_, name: string) => LABELS[name] ?? name)
		.replace(/'([A-Za-z]+(?:_[a-z]+)+|targetId)'/g, (quoted, name: string) =>
			LABELS[name] === undefined ? quoted : `"${LABELS[name]}"`,
		);
}
