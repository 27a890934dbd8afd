import { ArrowLeft } from "lucide-react";
import { Button } from "@/components/kit/ui/button";

/** On small screens, where the list is not in sight: the way back to it. */
export function AllOperations({ onBack }: { onBack: () => void }) {
	return (
		<Button variant="link" onClick={onBack} className="lg:hidden">
			<ArrowLeft aria-hidden className="size-4" />
			All operations
		</Button>
	);
}
