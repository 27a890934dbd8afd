import {
	Bell,
	CircleCheck,
	CircleMinus,
	CircleX,
	Clock,
	type LucideIcon,
	MessageSquare,
	TriangleAlert,
} from "lucide-react";
import type { NoticeLook } from "@/lib/contract/events/events";

interface Look {
	readonly icon: LucideIcon;
	readonly color: string;
}

/** How a notice looks beside its words. */
export const LOOKS: Readonly<Record<NoticeLook, Look>> = {
	asks: { icon: Bell, color: "text-accent" },
	says: { icon: MessageSquare, color: "text-accent" },
	good: { icon: CircleCheck, color: "text-ok" },
	bad: { icon: CircleX, color: "text-bad" },
	late: { icon: Clock, color: "text-warn" },
	trouble: { icon: TriangleAlert, color: "text-warn" },
	over: { icon: CircleMinus, color: "text-muted" },
};
