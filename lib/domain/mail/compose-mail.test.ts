import { expect, test } from "vitest";
import type { InboxItem } from "@/lib/contract/inbox";
import { isolate } from "@/lib/rules/text/isolate";
import { hostile, RAW } from "@/lib/tools/testing/hostile-texts";
import { digestMail, itemMail, type MailFrame } from "./compose-mail";

const FRAME: MailFrame = {
	to: { name: "Ada", address: "ada@example.com" },
	address: "https://targeting.example.com",
	timeZone: "Europe/Berlin",
	messageId: "one",
	unsubscribe: "token",
};
const ITEM: InboxItem = {
	id: "1",
	kind: "deployment.rejected",
	at: "2026-03-29T00:30:00.000Z",
	read_at: null,
	title: `${isolate("عينة <i>\"&'")} was rejected`,
	reason: "\u202eبعد & <script>alert(1)</script>",
	who: "carlos@north.example",
	who_person: null,
	link: "/designs/1/edit",
	action: "Edit design",
	design_id: null,
	build_id: null,
	deployment_id: "d1",
	target_id: null,
};

test("names and reasons of others are escaped and leave the sentence around them as it is", () => {
	const { html, text } = itemMail(FRAME, ITEM);
	// A title is a sentence of the service: isolates are around the name in it alone.
	expect(html).toContain(">\u2068عينة &lt;i&gt;&quot;&amp;&#39;\u2069 was rejected</h1>");
	expect(html).toContain("<bdi>\u202eبعد &amp; &lt;script&gt;alert(1)&lt;/script&gt;</bdi>");
	expect(html).not.toMatch(/<i>|<script/);
	expect(text).toContain("carlos@north.example, 29 Mar");
	const who_person = { id: "u1", name: "Carlos Mendes", organization: "North" };
	expect(itemMail(FRAME, { ...ITEM, who_person }).text).toContain("Carlos Mendes, 29 Mar");
	expect(text).toContain("> \u202eبعد & <script>");
});

test("no text of others adds an element, an attribute or an address to a mail", () => {
	const written = (words: string) => {
		const item = { ...ITEM, title: words, reason: words, who_person: { id: "u1", name: words, organization: words } };
		const to = { ...FRAME.to, name: words };
		return [itemMail({ ...FRAME, to }, item), digestMail({ ...FRAME, to }, [item, item])].map(({ html }) => html);
	};
	const markupOf = (html: string) => html.match(/<[^>]*>/g)?.filter((tag) => !tag.startsWith("<!--"));
	const [plain, other] = [written("Words"), written(hostile(2_000, { lines: true }))];
	expect(other.map(markupOf)).toEqual(plain.map(markupOf));
	for (const html of other) expect(html).not.toMatch(RAW);
});

test("times are those of the reader, and every link begins with the public address", () => {
	const period = "Dana requested Gyms on North, from 2026-11-30 05:00 UTC";
	const { html, text, thread } = digestMail(FRAME, [ITEM, { ...ITEM, who: null, title: period }]);
	expect(text).toContain("* Dana requested Gyms on North, from 30 Nov 2026, 06:00 CET");
	expect(text).toContain("carlos@north.example, 29 Mar 2026, 01:30 CET");
	const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
	expect(links.filter((address) => !address?.startsWith("https://targeting.example.com/"))).toEqual([]);
	expect(links).toHaveLength(5);
	expect(thread).toBeUndefined();
});
