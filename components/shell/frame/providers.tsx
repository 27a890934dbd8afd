"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useServerInsertedHTML } from "next/navigation";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Toaster } from "sonner";
import { useFocusThatStays } from "@/components/kit/ui/focus-what-stays";
import { createQueryClient } from "@/lib/browser/create-query-client";
import { FIRST_ANSWERS, tellZone, writeFirstAnswers } from "@/lib/browser/first-answers";
import { holdPageRequests } from "@/lib/browser/page-requests";
import { onSignedOut } from "@/lib/browser/signed-out";
import { endSession } from "./session-end";

onSignedOut(endSession);
if (typeof window !== "undefined") holdPageRequests();

/** Toasts never cover a dialog's actions. */
const BELOW_DIALOGS = { zIndex: 35 };
/** Above the actions that stay at the foot of a page. */
const CORNER = { bottom: "var(--spacing-toast)", right: "var(--spacing-gutter)", left: "var(--spacing-gutter)" };

/**
 * What every page stands on: the query cache, the URL's state, a focus that is not lost, and the
 * place of toasts.
 */
export function Providers({ children }: { children: ReactNode }) {
	const [client] = useState(createQueryClient);
	const written = useRef(false);
	useServerInsertedHTML(() => {
		if (written.current) return null;
		written.current = true;
		const __html = writeFirstAnswers(client);
		// biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without "<", which nothing can end
		return <script id={FIRST_ANSWERS} type="application/json" dangerouslySetInnerHTML={{ __html }} />;
	});
	useEffect(tellZone, []);
	useFocusThatStays();
	return (
		<QueryClientProvider client={client}>
			<NuqsAdapter>{children}</NuqsAdapter>
			<Toaster
				position="bottom-right"
				style={BELOW_DIALOGS}
				duration={6_000}
				closeButton
				offset={CORNER}
				mobileOffset={CORNER}
				toastOptions={{
					unstyled: true,
					classNames: {
						toast:
							// Those that lie behind the newest one are as high as it is: what they say would run
							// out of them.
							"flex w-full flex-wrap items-start gap-2 rounded-md border border-line-strong bg-raised px-4 py-3 font-sans text-body text-text shadow-float data-[front=false]:data-[expanded=false]:*:opacity-0",
						title: "font-medium",
						description: "text-muted",
						actionButton:
							"order-last ms-6 rounded-md border border-line-strong px-2 py-1 text-start text-small font-medium text-text hover:bg-sunken",
						content: "min-w-0 max-w-[calc(100%-4rem)] grow",
						closeButton: "order-1 ms-auto text-muted hover:text-text",
						icon: "mt-0.5 shrink-0",
						success: "[&>[data-icon]]:text-ok",
						warning: "[&>[data-icon]]:text-warn",
						error: "[&>[data-icon]]:text-bad",
					},
				}}
			/>
		</QueryClientProvider>
	);
}
