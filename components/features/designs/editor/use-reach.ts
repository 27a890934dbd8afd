import { keepPreviousData } from "@tanstack/react-query";
import { reachWords } from "@/components/features/designs/reach-words";
import { isComplete } from "@/components/features/designs/shared/expression-tree";
import { useSettled } from "@/components/kit/ui/use-settled";
import { estimateQuery } from "@/lib/browser/design-editing";
import { useQuery } from "@/lib/browser/use-query";
import { audience } from "@/lib/contract/audience";
import type { DesignDetail } from "@/lib/contract/design";
import type { DraftSet } from "./draft";

const PAUSE = 350;

/** The estimated devices of each part of a set's expression, in words, updated after each edit. */
export function useReach(design: DesignDetail, own: DraftSet | undefined) {
	const text = useSettled(JSON.stringify(own?.audience ?? null), PAUSE);
	const expression = audience.safeParse(JSON.parse(text)).data;
	const askable = expression !== undefined && isComplete(expression.where);
	const question = {
		sets: askable ? [{ set_name: own?.set_name.trim() || "Set", audience: expression }] : [],
		parts: true,
	};
	const { data, error, isFetching, isPlaceholderData } = useQuery({
		...estimateQuery(design.id, question, design.revision),
		enabled: askable,
		placeholderData: keepPreviousData,
	});
	const current = askable && !isPlaceholderData && text === JSON.stringify(own?.audience ?? null) ? data : undefined;
	const reach = new Map(
		current?.sets[0]?.parts?.map((part) => [part.path, reachWords(part.reach, current.least_reach)]),
	);
	const estimating = expression !== undefined && askable && current === undefined && error === null;
	return {
		reach,
		/** The last estimate, also while another one is on its way. */
		estimate: askable ? data : undefined,
		refreshing: estimating || (askable && isFetching),
		problems: current?.problems.map(({ message }) => message) ?? [],
		error: askable ? error : null,
	};
}
