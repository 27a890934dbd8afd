-- What both sides say of a deployment (docs/contract.md, Conversation).
CREATE TYPE "CommentKind" AS ENUM ('question', 'answer', 'comment', 'withdrawal');
CREATE TABLE "deployment_comments" (
    "id" BIGSERIAL NOT NULL,
    "deployment_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "kind" "CommentKind" NOT NULL,
    "text" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deployment_comments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deployment_comments_have_text" CHECK (("text" IS NULL) = ("kind" = 'withdrawal') AND char_length("text") <= 2000)
);
CREATE INDEX "deployment_comments_deployment_id_id_idx" ON "deployment_comments"("deployment_id", "id" DESC);
ALTER TABLE "deployment_comments" ADD CONSTRAINT "deployment_comments_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployment_comments" ADD CONSTRAINT "deployment_comments_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The question that a request waits for. The index also finds the requests that wait for an answer.
ALTER TABLE "deployments" ADD COLUMN "open_question_id" BIGINT;
CREATE INDEX "deployments_asked" ON "deployments"("open_question_id") WHERE (open_question_id IS NOT NULL);
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_open_question_id_fkey" FOREIGN KEY ("open_question_id") REFERENCES "deployment_comments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What was said stays as it was said.
CREATE FUNCTION "refuse_to_change_comment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a comment never changes';
END $$;
CREATE TRIGGER "deployment_comments_stay" BEFORE UPDATE ON "deployment_comments" FOR EACH ROW
  EXECUTE FUNCTION "refuse_to_change_comment"();

-- Pages that show the deployment read its comments again.
CREATE FUNCTION "note_comment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('comment', NEW."deployment_id", NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "deployment_comments_note_change" AFTER INSERT ON "deployment_comments" FOR EACH ROW
  EXECUTE FUNCTION "note_comment_change"();
