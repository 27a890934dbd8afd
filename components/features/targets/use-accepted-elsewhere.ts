import { useQueries } from "@tanstack/react-query";
import type { NamedOrganization } from "@/components/features/accounts/known-organizations";
import { useSessionUser } from "@/components/kit/session/session-context";
import { read } from "@/lib/browser/api";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";

/** More targets than an administrator has customers' organizations on. */
const MOST = 20;

/**
 * Organizations, by name, that the administrator's other targets accept: those that they may know.
 * Operators can list all organizations instead.
 */
export function useAcceptedElsewhere(): readonly NamedOrganization[] {
	const asked = useSessionUser().role !== "operator";
	const { data } = useQuery({ ...targetsQuery(), enabled: asked });
	const own = asked ? (data?.rows ?? []).filter(({ administered }) => administered).slice(0, MOST) : [];
	return useQueries({
		queries: own.map(({ id }) => read("GET /api/targets/[target_id]", { target_id: id })),
		combine: (results) => {
			const names = new Map(
				results.flatMap((result) => (result.data?.accepted_organizations ?? []).map(({ slug, name }) => [slug, name])),
			);
			return [...names].map(([slug, name]) => ({ slug, name })).sort((a, b) => a.name.localeCompare(b.name));
		},
	});
}
