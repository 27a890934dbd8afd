"use client";

import { useState } from "react";
import { Card } from "@/components/kit/ui/card";
import type { PlainRequest } from "@/lib/browser/openapi/build-request";
import { curlOf, javascriptOf } from "@/lib/browser/openapi/snippets";
import { CodeBlock } from "./code-block";

const LANGUAGES = { curl: "curl", javascript: "JavaScript" } as const;
type Language = keyof typeof LANGUAGES;

/**
 * The request as it is filled in below, for a shell or a program; the key is in the environment and
 * not in the code.
 */
export function SnippetCard({ request, answers }: { request: PlainRequest; answers: readonly string[] }) {
	const [language, setLanguage] = useState<Language>("curl");
	const streams = answers.includes("text/event-stream");
	const file = answers.includes("application/octet-stream") ? "targeting-file.bin" : null;
	const text = language === "curl" ? curlOf(request, { streams, file }) : javascriptOf(request);
	return (
		<Card
			title="Request"
			aside={
				<fieldset className="flex gap-1">
					<legend className="sr-only">Language of the code</legend>
					{Object.entries(LANGUAGES).map(([name, label]) => (
						<label
							key={name}
							className="cursor-pointer rounded-md px-2 py-1 text-small has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
						>
							<input
								type="radio"
								name="language"
								value={name}
								checked={language === name}
								onChange={() => setLanguage(name as Language)}
								className="sr-only"
							/>
							{label}
						</label>
					))}
				</fieldset>
			}
		>
			<div className="grid gap-2 p-3">
				<CodeBlock label={`With ${LANGUAGES[language]}`} text={text} />
				{text.includes("TARGETING_KEY") ? (
					<p className="text-muted text-small">
						The key or token comes from the variable TARGETING_KEY, so that no file contains it.
					</p>
				) : null}
			</div>
		</Card>
	);
}
