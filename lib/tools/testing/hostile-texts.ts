/** Every hostile text begins with it, so that tests find where texts are shown. */
export const MARK = "Hostile";

/**
 * What would run, load or style something where it became part of a page, a script, a style sheet, a
 * template or a sheet of cells. `ran` is of the page that looks.
 */
const FORMS = [
	`'"><img src=x onerror=ran()>`,
	"<svg/onload=ran()>",
	"</script><script>ran()</script>",
	"</title></textarea><iframe srcdoc='<script>parent.ran()</script>'>",
	"</style><style>*{background:url(//evil.example/a)}</style>",
	"javascript:ran()",
	"[a](javascript:ran())",
	"<a href=javascript:ran()>a</a>",
	"<b style=position:fixed;inset:0 onclick=ran()>",
	"<base href=//evil.example/>",
	"<math><mtext><img src=x onerror=ran()></math>",
	"&lt;img src=x onerror=ran()&gt;",
	"\\u003cimg src=x onerror=ran()\\u003e",
	`{{ran()}}\${ran()}<%=ran()%>`,
	"<!--]]>--><!--",
	"=HYPERLINK(ran())",
	"\u202egnp.exe\u202c",
];
/** Only where a text may have several lines. */
const LINES = ["\u2028ran()\u2029", "\n<script>ran()</script>\n"];

let next = 0;

/** As many of the forms as fit into a text, others first each time. */
export function hostile(most = 100, { lines = false, without = /$^/ } = {}): string {
	const forms = [...FORMS, ...(lines ? LINES : [])].filter((form) => !without.test(form));
	next += 1;
	let text = MARK;
	for (const index of forms.keys()) {
		const longer = `${text} ${forms[(index + next) % forms.length]}`;
		if (longer.length <= most) text = longer;
	}
	return text;
}

/** What of a text may stand nowhere in a page of the server as it is, but for the quoted value of an attribute. */
export const RAW =
	/<(img|svg|iframe|base|math|b|a|script|style)\b(?:[^>"]|"[^"]*")*?(ran\(\)|evil\.example)|<script>(parent\.)?ran/;
