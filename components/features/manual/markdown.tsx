import type { MarkedToken, Token, Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { CodeBlock } from "@/components/features/docs/code-block";
import { Link } from "@/components/kit/ui/link";

/** Where links lead, and how what can be reached is named. */
export interface MarkdownContext {
	/** Null for what browsers cannot open: its words stay. */
	linkOf: (href: string) => { readonly kind: "page" | "site"; readonly href: string } | null;
	/** Ids of headings. */
	anchors: ReadonlyMap<Token, string>;
	/** All blocks of code, in their order. */
	examples: readonly Token[];
}

export interface MarkdownProps {
	tokens: readonly Token[] | undefined;
	context: MarkdownContext;
}

const HEADING = "scroll-mt-4 font-bold outline-none";
const CELL = "border-line border-b px-2 py-1.5 text-start align-top wrap-break-word first:ps-0";

/** Markdown as elements of the page. HTML within it is shown as text. */
export function Markdown({ tokens, context }: MarkdownProps) {
	return tokens?.map((token, place) => {
		// Tokens keep their order, so the index identifies them.
		const key = `${place}`;
		return <Fragment key={key}>{render(token as MarkedToken, context)}</Fragment>;
	});
}

function render(token: MarkedToken, context: MarkdownContext): ReactNode {
	switch (token.type) {
		case "heading":
			return <Heading heading={token} context={context} />;
		case "code":
			return <CodeBlock label={`Example ${context.examples.indexOf(token) + 1}`} text={token.text} />;
		case "table":
			return <Table table={token} context={context} />;
		case "list":
			return <List list={token} context={context} />;
		case "link":
			return <Anchor link={token} context={context} />;
		case "codespan":
			return <code className="rounded-sm bg-sunken px-1 font-mono text-small">{token.text}</code>;
		case "hr":
			return <hr className="border-line" />;
		case "br":
			return <br />;
		case "space":
		case "def":
			return null;
		default:
			return renderWords(token, <Within token={token} context={context} />);
	}
}

/** Paragraphs and emphasis, around what is in them. */
function renderWords(token: MarkedToken, within: ReactNode): ReactNode {
	switch (token.type) {
		case "paragraph":
			return <p className="max-w-prose">{within}</p>;
		case "blockquote":
			return <blockquote className="grid gap-3 border-line-strong border-s-2 ps-3 text-muted">{within}</blockquote>;
		case "strong":
			return <strong className="font-bold">{within}</strong>;
		case "em":
			return <em>{within}</em>;
		case "del":
			return <del>{within}</del>;
		default:
			return within;
	}
}

/** The tokens of a token, or its text where it has none: HTML and pictures, too. */
function Within({ token, context }: { token: MarkedToken; context: MarkdownContext }) {
	if ("tokens" in token && token.tokens !== undefined) return <Markdown tokens={token.tokens} context={context} />;
	return token.type === "html" || !("text" in token) ? token.raw : token.text;
}

function Heading({ heading, context }: { heading: Tokens.Heading; context: MarkdownContext }) {
	const content = { id: context.anchors.get(heading), children: <Markdown {...{ context, tokens: heading.tokens }} /> };
	if (heading.depth <= 2) return <h2 {...content} className={`${HEADING} mt-4 text-large`} />;
	if (heading.depth === 3) return <h3 {...content} className={`${HEADING} mt-2`} />;
	return <h4 {...content} className={HEADING} />;
}

function List({ list, context }: { list: Tokens.List; context: MarkdownContext }) {
	const items = list.items.map((item, place) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: items keep their order
		<li key={place} className="ps-1 [&>*+*]:mt-2">
			<Markdown tokens={item.tokens} context={context} />
		</li>
	));
	const className = "grid max-w-prose gap-2 ps-5";
	if (!list.ordered) return <ul className={`${className} list-disc`}>{items}</ul>;
	return (
		<ol start={Number(list.start)} className={`${className} list-decimal`}>
			{items}
		</ol>
	);
}

function Table({ table: { header, rows }, context }: { table: Tokens.Table; context: MarkdownContext }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
		<figure aria-label="Table" tabIndex={0} className="overflow-x-auto">
			<table className={header.length > 2 ? "w-full min-w-dialog border-collapse" : "border-collapse"}>
				<thead>
					<tr>
						{header.map(({ tokens, text }) => (
							<th key={text} scope="col" className={`${CELL} font-medium text-muted`}>
								<Markdown tokens={tokens} context={context} />
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((cells) => (
						<tr key={cells.map(({ text }) => text).join("|")}>
							{cells.map(({ tokens }, place) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
								<td key={place} className={CELL}>
									<Markdown tokens={tokens} context={context} />
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</figure>
	);
}

function Anchor({ link, context }: { link: Tokens.Link; context: MarkdownContext }) {
	const target = context.linkOf(link.href);
	const words = <Markdown tokens={link.tokens} context={context} />;
	if (target === null) return words;
	const className = "text-accent underline";
	if (target.kind === "site")
		return (
			<a href={target.href} rel="noreferrer" className={className}>
				{words}
			</a>
		);
	return (
		<Link href={target.href} className={className}>
			{words}
		</Link>
	);
}
