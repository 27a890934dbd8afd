import { Languages } from "lucide-react";
import { mixedScriptsWords } from "@/lib/rules/text/mixed-scripts";
import { Chip } from "./chip";

export interface MixedLettersProps {
	/** Of several names, one mark stands for all. */
	name: string | readonly string[];
	/** Within a link, where no tooltip can be opened. */
	inLink?: boolean;
}

/** The mark of a name that letters of another alphabet may have made look like another one. */
export function MixedLetters({ name, inLink = false }: MixedLettersProps) {
	const words = [name]
		.flat()
		.map(mixedScriptsWords)
		.find((each) => each !== null);
	if (!words) return null;
	const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
	if (!inLink) {
		return (
			<Chip tone="warn" icon={Languages} explanation={`${sentence}. Some letters look alike: check the name.`}>
				Mixed letters
			</Chip>
		);
	}
	return (
		<span title={sentence} className="text-warn">
			<Languages aria-hidden className="inline size-3.5" />
			<span className="sr-only"> {sentence}</span>
		</span>
	);
}
