-- Routes bound a comment's length. The pseudonym of an erased person may be longer than the name that it replaces.
ALTER TABLE "deployment_comments" DROP CONSTRAINT "deployment_comments_have_text",
  ADD CONSTRAINT "deployment_comments_have_text" CHECK (("text" IS NULL) = ("kind" = 'withdrawal'));
