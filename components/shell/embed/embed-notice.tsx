import type { EmbedState } from "@/lib/browser/embed-parent";

const WORDS: Record<EmbedState["step"], { title: string; text: (organization: string) => string }> = {
	waiting: { title: "Connecting…", text: () => "Waiting for the site around this page." },
	working: { title: "Connecting…", text: () => "Waiting for the site around this page." },
	alone: { title: "Part of another site", text: () => "This page works only inside a site that embeds it." },
	refused: {
		title: "Access refused",
		text: (organization) =>
			`The token is not of the organization ${organization}. The site around this page must send another.`,
	},
	expired: {
		title: "Access ended",
		text: () => "The token is not valid or has expired. The site around this page must send another.",
	},
};

/** In the place of an embedded page that has no token: why, and what would be right. */
export function EmbedNotice({ step, organization }: { step: EmbedState["step"]; organization: string }) {
	const { title, text } = WORDS[step];
	return (
		<main className="grid max-w-prose gap-2 p-6" role="status">
			<h1 className="text-title font-bold">{title}</h1>
			<p className="text-muted">{text(organization)}</p>
		</main>
	);
}
