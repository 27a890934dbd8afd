import { controlClass, Field } from "@/components/kit/ui/field";
import { MOST_ROWS } from "./address-rows";

const LINES = 8;

/** Takes a list of addresses: typed, pasted, or from a file. */
export function AddressList({ text, onText }: { text: string; onText: (text: string) => void }) {
	return (
		<>
			<Field
				label="Addresses"
				hint={`One a line, or columns copied from a spreadsheet. The first ${MOST_ROWS} are taken.`}
			>
				{(control) => (
					<textarea
						{...control}
						rows={LINES}
						value={text}
						onChange={(event) => onText(event.target.value)}
						className={controlClass()}
					/>
				)}
			</Field>
			<Field label="Or a file" optional hint="CSV or text with addresses.">
				{(control) => (
					<input
						{...control}
						type="file"
						accept=".csv,.tsv,.txt,text/csv,text/plain"
						onChange={(event) => void event.target.files?.[0]?.text().then(onText)}
						className={controlClass()}
					/>
				)}
			</Field>
		</>
	);
}
