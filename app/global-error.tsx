"use client";

import { ErrorView } from "@/components/kit/ui/error-view";
import { fontClasses } from "./fonts";
import "./globals.css";

export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
	return (
		<html lang="en" className={fontClasses}>
			<body>
				<title>Something went wrong · Targeting Service</title>
				<main>
					<ErrorView digest={error.digest} onRetry={() => window.location.reload()} />
				</main>
			</body>
		</html>
	);
}
