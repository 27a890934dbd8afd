import { ArrowLeft } from "lucide-react";
import { Button } from "@/components/kit/ui/button";

/** Link back to the list, for small screens. */
export function AllOperations({ onBack }: { onBack: () => void }) {
	return (
		<Button variant="link" onClick={onBack} className="lg:hidden">
			<ArrowLeft aria-hidden className="size-4" />
			All operations
		</Button>
	);
}
