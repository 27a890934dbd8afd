import { useQuery } from "@tanstack/react-query";
import { useSessionUser } from "@/components/shell/session-context";
import { organizationsQuery } from "@/lib/client/people";
import type { Organization } from "@/lib/contract/organization";

const MOST = 100;

/** The organizations whose slugs an operator may name; nothing for others, who name their own. */
export function useKnownOrganizations(): readonly Organization[] {
	const { role } = useSessionUser();
	const { data } = useQuery({ ...organizationsQuery({ limit: MOST, offset: 0 }), enabled: role === "operator" });
	return data?.rows ?? [];
}

/** What a field for the slug of one of them offers while it is typed in. */
export function OrganizationOptions({ id }: { id: string }) {
	return (
		<datalist id={id}>
			{useKnownOrganizations().map(({ slug, name }) => (
				<option key={slug} value={slug}>
					{name}
				</option>
			))}
		</datalist>
	);
}
