import { lexer, type MarkedToken, type Token } from "marked";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./markdown";

/** The elements of a page, without their looks. */
function render(markdown: string): string {
	const tokens = lexer(markdown) as MarkedToken[];
	const anchors = new Map<Token, string>(
		tokens.flatMap((token) => (token.type === "heading" ? [[token, "here"]] : [])),
	);
	const linkOf = (href: string) => (href.startsWith("no") ? null : { kind: "site" as const, href });
	const element = createElement(Markdown, { tokens, context: { anchors, linkOf, examples: [] } });
	return renderToStaticMarkup(element).replace(/ (?:class|scope|tabindex|rel)="[^"]*"/gi, "");
}

test("headings have their anchors, lists their numbers, tables their heads", () => {
	expect(render("## A `b`\n\n3. one\n4. **two**")).toBe(
		'<h2 id="here">A <code>b</code></h2><ol start="3"><li>one</li><li><strong>two</strong></li></ol>',
	);
	expect(render("| a | b |\n|---|---|\n| `c \\| d` | e & f |")).toBe(
		'<figure aria-label="Table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>c | d</code></td><td>e &amp; f</td></tr></tbody></table></figure>',
	);
});

test("links that lead nowhere are their words", () => {
	expect(render("[a `b`](nowhere.ts) and [c](https://c.example)")).toBe(
		'<p>a <code>b</code> and <a href="https://c.example">c</a></p>',
	);
});

test("HTML, pictures and entities are shown as they are written", () => {
	expect(render('<script>alert(1)</script>\n\nAn <img src="x" onerror="alert(1)"> and &lt;b&gt; \\<i>.')).toBe(
		"&lt;script&gt;alert(1)&lt;/script&gt;<p>An &lt;img src=&quot;x&quot; onerror=&quot;alert(1)&quot;&gt; and &amp;lt;b&amp;gt; &lt;i&gt;.</p>",
	);
	expect(render("![a picture](x.png)")).toBe("<p>a picture</p>");
});
