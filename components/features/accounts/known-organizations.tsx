import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { type ControlProps, controlClass } from "@/components/kit/ui/field";
import { SuggestingInput } from "@/components/kit/ui/suggesting-input";
import { useSettled } from "@/components/kit/ui/use-settled";
import { directoryQuery } from "@/lib/browser/design-editing";
import { organizationsQuery } from "@/lib/browser/people";
import type { Organization } from "@/lib/contract/organization";

/** How long the typing pauses before what is typed is looked for (milliseconds). */
export const SEARCH_PAUSE = 150;
const MOST = 8;
const LONGEST_SLUG = 63;

/** What names an organization, to the service and to people. */
export type NamedOrganization = Pick<Organization, "slug" | "name">;

interface Sought {
	q: string;
	limit: number;
}

/** The first organizations whose slugs an operator may name, of those that `q` finds; nothing for others, who name their own. */
function useKnownOrganizations({ q, limit }: Sought): readonly NamedOrganization[] {
	const { role } = useSessionUser();
	const { data } = useQuery({
		...organizationsQuery({ ...(q === "" ? {} : { q }), limit, offset: 0 }),
		enabled: role === "operator",
	});
	return data?.rows ?? [];
}

/** The first organizations that `q` finds for somebody who lets organizations use something: operators find all, others their own, and another one by its whole slug. */
export function useNameableOrganizations({ q, limit }: Sought): readonly NamedOrganization[] {
	const { role } = useSessionUser();
	const known = useKnownOrganizations({ q, limit });
	const { data } = useQuery({ ...directoryQuery(q), placeholderData: keepPreviousData, enabled: role !== "operator" });
	const directory = data?.rows.filter(({ type }) => type === "org").map(({ organization }) => organization);
	return role === "operator" ? known : (directory ?? []);
}

export interface OrganizationInputProps extends ControlProps {
	name: string;
	/** The slug that stands in it at first. */
	initial?: string;
}

/** A field for the slug of an organization: it offers an operator those whose slug or name holds what is typed. */
export function OrganizationInput({ initial = "", ...control }: OrganizationInputProps) {
	const [slug, setSlug] = useState(initial);
	const typed = slug.trim();
	// What stood there is what is to be replaced, and not what is looked for.
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
