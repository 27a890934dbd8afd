import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentUser, requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { ManualContents, ManualFindings } from "@/components/features/manual/manual-contents";
import { ManualFrame } from "@/components/features/manual/manual-frame";
import { Markdown } from "@/components/features/manual/markdown";
import { VisitorFrame } from "@/components/shell/frame/visitor-frame";
import { isManualPublic, manualPage, readManual } from "@/lib/http/manual/manual";
import { manualLink } from "@/lib/http/manual/manual-link";
import { searchManual } from "@/lib/http/manual/search-manual";

interface Props extends SearchProps {
	params: Promise<{ page?: string[] }>;
}

const hrefOf = async ({ params }: Props) => ["/help", ...((await params).page ?? [])].join("/");

export async function generateMetadata(props: Props): Promise<Metadata> {
	const [manual, href] = [await readManual(), await hrefOf(props)];
	return { title: manualPage(manual, href)?.title ?? "Manual" };
}

/** The manual: docs/ as pages, for visitors too where the operator allows it. */
export default async function Page(props: Props) {
	const [href, query, user] = [await hrefOf(props), await props.searchParams, await currentUser()];
	const isWithin = user !== null && !user.mustAddFactor;
	if (!isWithin && !isManualPublic()) await requireUser(href, query);
	const content = <ManualText href={href} q={typeof query.q === "string" ? query.q.trim().slice(0, 200) : ""} />;
	return isWithin ? content : <VisitorFrame from={href}>{content}</VisitorFrame>;
}

async function ManualText({ href, q }: { href: string; q: string }) {
	const manual = await readManual();
	const tasks = manual.groups;
	if (href === "/help")
		return (
			<ManualFrame title={q === "" ? "Manual" : "Search results"} tasks={tasks} current={null} q={q}>
				{q === "" ? <ManualContents tasks={tasks} /> : <ManualFindings q={q} findings={searchManual(manual, q)} />}
			</ManualFrame>
		);
	const page = manualPage(manual, href) ?? notFound();
	const { title, tokens, anchors, examples } = page;
	const context = { linkOf: (to: string) => manualLink(manual, page, to), anchors, examples };
	return (
		<ManualFrame title={title} tasks={tasks} current={href} q="">
			<Markdown tokens={tokens} context={context} />
		</ManualFrame>
	);
}
