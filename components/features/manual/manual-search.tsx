"use client";

import { Search } from "lucide-react";
import { useRef } from "react";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { Button } from "@/components/kit/ui/button";
import { controlClass } from "@/components/kit/ui/field";
import { servicePath } from "@/lib/browser/service-path";

/** A form that the service answers with a page of what it finds; it needs no script. */
export function ManualSearch({ q }: { q: string }) {
	const field = useRef<HTMLInputElement>(null);
	useShortcuts("The manual", [
		{ keys: ["/"], does: "Search the manual", run: () => field.current?.focus(), moves: true },
	]);
	return (
		<search>
			<form action={servicePath("/help")} className="flex gap-2">
				<span className="relative">
					<Search aria-hidden className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted" />
					<input
						ref={field}
						type="search"
						name="q"
						key={q}
						defaultValue={q}
						required
						maxLength={200}
						aria-label="Search the manual"
						placeholder="Search the manual"
						className={controlClass("ps-8 pe-1")}
					/>
				</span>
				<Button type="submit">Search</Button>
			</form>
		</search>
	);
}
