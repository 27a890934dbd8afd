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
import type { NoticeKind } from "@/lib/contract/notices";

interface Look {
	readonly icon: LucideIcon;
	readonly color: string;
}

const ASKS = { icon: Bell, color: "text-accent" };
const SAYS = { icon: MessageSquare, color: "text-accent" };
const GOOD = { icon: CircleCheck, color: "text-ok" };
const BAD = { icon: CircleX, color: "text-bad" };
const LATE = { icon: Clock, color: "text-warn" };
const TROUBLE = { icon: TriangleAlert, color: "text-warn" };
const OVER = { icon: CircleMinus, color: "text-muted" };

/** How each kind of item looks, beside its words. */
export const KIND_LOOKS: Readonly<Record<NoticeKind, Look>> = {
	"deployment.requested": ASKS,
	"deployment.needs_approval": ASKS,
	"deployment.waiting": LATE,
	"deployment.question": ASKS,
	"deployment.question_waiting": LATE,
	"deployment.answered": ASKS,
	"deployment.commented": SAYS,
	"deployment.withdrawn": OVER,
	"deployment.activated": GOOD,
	"deployment.live": GOOD,
	"deployment.load_failed": BAD,
	"deployment.deactivated": OVER,
	"deployment.deleted": OVER,
	"deployment.rejected": BAD,
	"deployment.pending_again": LATE,
	"deployment.expired": LATE,
	"deployment.schedule_missed": LATE,
	"build.completed": GOOD,
	"build.rejected": BAD,
	"build.failed": BAD,
	"design.automation_failed": TROUBLE,
	"target.offline": TROUBLE,
	"target.out_of_memory": TROUBLE,
	"service.disk_low": TROUBLE,
	"service.job_failed": TROUBLE,
	"source.pull_failed": TROUBLE,
	"webhook.paused": TROUBLE,
};
