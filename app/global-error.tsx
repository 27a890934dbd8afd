"use client";

import { ErrorView } from "@/components/kit/ui/error-view";
import "./globals.css";

export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
	return (
		<html lang="en">
			<body>
				<title>Something went wrong · Targeting Service</title>
				<main>
					<ErrorView digest={error.digest} onRetry={reset} />
				</main>
			</body>
		</html>
	);
}
