import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useKeysHeldBack } from "@/components/kit/keyboard/shortcuts";
import { UnreachableView } from "@/components/kit/ui/unreachable-view";
import { stopAwaitingPage, useAwaitedPage } from "@/lib/browser/page-requests";

/**
 * The page within the frame. Where another one is asked for while the service is away, its place
 * says so, until it comes.
 */
export function PagePlace({ children }: { children: ReactNode }) {
	const awaited = useAwaitedPage() !== null;
	const pathname = usePathname();
	const main = useRef<HTMLElement>(null);
	useKeysHeldBack(awaited);
	// biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
	useEffect(stopAwaitingPage, [pathname]);
	useEffect(() => {
		const { activeElement, body } = document;
		// What is hidden has no focus: it goes to the sentence in its place.
		if (awaited && (activeElement === body || main.current?.contains(activeElement))) {
			main.current?.querySelector("h1")?.focus();
		}
	}, [awaited]);
	return (
		<main ref={main} id="content" tabIndex={-1} className="flex min-w-0 grow flex-col outline-none lg:h-dvh lg:min-h-0">
			{awaited ? <UnreachableView /> : null}
			<div className={awaited ? "hidden" : "contents"}>{children}</div>
		</main>
	);
}
