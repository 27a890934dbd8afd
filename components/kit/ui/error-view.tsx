"use client";

import { Button } from "./button";

export interface ErrorViewProps {
	digest: string | undefined;
	onRetry: () => void;
}

/** A page failed: another try, and the code under which the failure is logged. */
export function ErrorView({ digest, onRetry }: ErrorViewProps) {
	return (
		<div className="grid max-w-prose justify-items-start gap-3 p-6">
			<h1 className="text-title font-bold">Something went wrong</h1>
			<p className="text-muted">
				The page could not be shown. Nothing was changed.
				{digest === undefined ? null : (
					<>
						{" "}
						If this keeps happening, report the code <span className="font-mono">{digest}</span>.
					</>
				)}
			</p>
			<Button variant="primary" onClick={onRetry}>
				Try again
			</Button>
		</div>
	);
}
