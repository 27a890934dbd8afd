const FAILURES_SHOWN = 25;
const LINES_SHOWN = 14;

/**
 * Adds up what passed and failed over all steps, and says it while the run goes on.
 */
export function createTally() {
	const total = { passed: 0, failed: 0 };
	return {
		/** @returns {boolean} */
		get hasFailures() {
			return total.failed > 0;
		},

		/**
		 * Runs one step and adds its outcome; a step that throws is one failure.
		 *
		 * @param {string} name
		 * @param {() => Promise<{ passed: number, failed: number, skipped?: number, failures?: { title: string, message: string }[], problem?: string }>} step
		 * @returns {Promise<boolean>} whether nothing failed
		 */
		async step(name, step) {
			const started = Date.now();
			console.log(`${name} …`);
			const outcome = await step().catch((error) => ({ passed: 0, failed: 1, problem: String(error?.stack ?? error) }));
			const { passed, failed, skipped = 0, failures = [], problem } = outcome;
			total.passed += passed;
			total.failed += failed;
			showFailures(failures);
			if (problem !== undefined) console.log(indent(problem));
			const left = skipped > 0 ? `, ${skipped} skipped` : "";
			const seconds = ((Date.now() - started) / 1000).toFixed(1);
			console.log(
				`${failed === 0 ? "ok" : "FAILED"}: ${name}: ${passed} passed, ${failed} failed${left} (${seconds} s)`,
			);
			return failed === 0;
		},

		/** The line that ends every run. */
		print() {
			console.log(`${total.passed} passed, ${total.failed} failed`);
		},
	};
}

function showFailures(failures) {
	for (const { title, message } of failures.slice(0, FAILURES_SHOWN)) {
		const lines = message.trim().split("\n");
		const rest = lines.length > LINES_SHOWN ? [`… ${lines.length - LINES_SHOWN} more lines`] : [];
		console.log(`  ✗ ${title}`);
		console.log(indent([...lines.slice(0, LINES_SHOWN), ...rest].join("\n"), "      "));
	}
	if (failures.length > FAILURES_SHOWN) console.log(`  … and ${failures.length - FAILURES_SHOWN} more failures`);
}

function indent(text, by = "    ") {
	return text
		.trimEnd()
		.split("\n")
		.map((line) => by + line)
		.join("\n");
}
