"use client";

import { ErrorView } from "@/components/kit/ui/error-view";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
	return <ErrorView digest={error.digest} onRetry={reset} />;
}
