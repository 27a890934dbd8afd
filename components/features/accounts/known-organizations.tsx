import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import type { TextField } from "@/components/kit/form/form-field";
import { useSessionUser } from "@/components/kit/session/session-context";
import { type ControlProps, controlClass } from "@/components/kit/ui/field";
import { SuggestingInput } from "@/components/kit/ui/suggesting-input";
import { useSettled } from "@/components/kit/ui/use-settled";
import { directoryQuery } from "@/lib/browser/design-editing";
import { organizationsQuery } from "@/lib/browser/people";
import { useQuery } from "@/lib/browser/use-query";
import type { Organization } from "@/lib/contract/organization";

/** Milliseconds without typing before the search begins. */
export const SEARCH_PAUSE = 150;
const MOST = 8;
const LONGEST_SLUG = 63;

/** An organization by slug and name. */
export type NamedOrganization = Pick<Organization, "slug" | "name">;

interface Sought {
	q: string;
	limit: number;
}

/** The first organizations that `q` finds, for operators; others can only use their own. */
function useKnownOrganizations({ q, limit }: Sought): readonly NamedOrganization[] {
	const { role } = useSessionUser();
	const { data } = useQuery({
		...organizationsQuery({ ...(q === "" ? {} : { q }), limit, offset: 0 }),
		enabled: role === "operator",
	});
	return data?.rows ?? [];
}

/**
 * The first organizations that `q` finds, to give access to. Operators find all, others their own
 * and any other by its full slug.
 */
export function useNameableOrganizations({ q, limit }: Sought): readonly NamedOrganization[] {
	const { role } = useSessionUser();
	const known = useKnownOrganizations({ q, limit });
	const { data } = useQuery({ ...directoryQuery(q), placeholderData: keepPreviousData, enabled: role !== "operator" });
	const directory = data?.rows.filter(({ type }) => type === "org").map(({ organization }) => organization);
	return role === "operator" ? known : (directory ?? []);
}

/** A form's field for an organization's slug; empty for none. */
export const organizationField = (field: Partial<TextField>): TextField => ({
	name: "organization",
	label: "Organization",
	render: (control) => <OrganizationInput {...control} initial={field.value ?? ""} />,
	read: (slug) => (slug === "" ? undefined : slug),
	...field,
});

/** A field for an organization's slug, which suggests matches to operators. */
function OrganizationInput({ initial, ...control }: ControlProps & { name: string; initial: string }) {
	const [slug, setSlug] = useState(initial);
	const typed = slug.trim();
	// The initial slug is to be replaced, so it is no search.
	const q = useSettled(typed === initial ? "" : typed, SEARCH_PAUSE);
	const found = useKnownOrganizations({ q, limit: MOST });
	return (
		<SuggestingInput
			{...control}
			value={slug}
			onChange={setSlug}
			suggestions={found.map(({ slug: value, name }) => ({ value, note: name }))}
			listLabel="Organizations"
			maxLength={LONGEST_SLUG}
			className={controlClass("font-mono")}
		/>
	);
}
