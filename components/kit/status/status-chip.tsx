import { Chip } from "@/components/kit/ui/chip";
import type { BuildStatus } from "@/lib/contract/build";
import type { DesignStatus } from "@/lib/contract/design";
import { BUILD_STATUS, DESIGN_STATUS, type StatusWords } from "./status-words";

function StatusChip({ words, plain }: { words: StatusWords; plain: boolean }) {
	const explanation = (
		<>
			{words.means} {words.next}
		</>
	);
	return (
		<Chip tone={words.tone} icon={words.icon} turning={words.turning} {...(plain ? {} : { explanation })}>
			{words.word}
		</Chip>
	);
}

/** `plain`: without an explanation of its own, where one stands beside it. */
export const DesignStatusChip = ({ status, plain = false }: { status: DesignStatus; plain?: boolean }) => (
	<StatusChip words={DESIGN_STATUS[status]} plain={plain} />
);
export const BuildStatusChip = ({ status, plain = false }: { status: BuildStatus; plain?: boolean }) => (
	<StatusChip words={BUILD_STATUS[status]} plain={plain} />
);
