import type { NoticeKind } from "@/lib/contract/notices";

/** What a kind of notice tells of, as settings name it. */
export const NOTICE_LABELS: Readonly<Record<NoticeKind, string>> = {
	"deployment.requested": "A deployment is requested",
	"deployment.waiting": "A request has been pending for a long time",
	"deployment.needs_approval": "A decision needs your approval",
	"deployment.withdrawn": "A request is withdrawn",
	"deployment.activated": "Your deployment is activated",
	"deployment.live": "Your deployment is live",
	"deployment.load_failed": "A deployment fails to load",
	"deployment.deactivated": "Your deployment is deactivated",
	"deployment.deleted": "Your deployment is deleted",
	"deployment.rejected": "Your request is rejected",
	"deployment.pending_again": "The decision on your request is undone",
	"deployment.expired": "Your request expires",
	"deployment.schedule_missed": "A schedule can't run",
	"build.completed": "Your build is complete",
	"build.rejected": "Your build is rejected",
	"build.failed": "A build fails",
	"target.offline": "A target goes offline",
	"target.out_of_memory": "A target runs out of memory",
	"service.disk_low": "A disk is nearly full",
	"service.job_failed": "A background job fails",
	"webhook.paused": "Your webhook is paused",
};
