import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { SavedView } from "@/lib/contract/view";
import { viewAddress } from "./view-query";

/**
 * Opens a page with the reader's default view: once, and only where its address has no filters, so
 * that links and removed filters stay as they are.
 */
export function useDefaultView(page: string, search: string, views: readonly SavedView[] | undefined): void {
	const router = useRouter();
	const bare = useRef(search === "");
	useEffect(() => {
		if (search !== "") bare.current = false;
		if (views === undefined || !bare.current) return;
		bare.current = false;
		const chosen = views.find((view) => view.default);
		if (chosen !== undefined && chosen.query !== "") router.replace(viewAddress(page, chosen.query));
	}, [page, router, search, views]);
}
