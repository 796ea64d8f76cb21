-- Runs of the benchmark LoadLine 2: the stages of its page loads.
INCLUDE PERFETTO MODULE slices.with_context;

-- Marks set by pages: LoadLine2/page/mark.
CREATE PERFETTO TABLE _chrome_loadline2_marks_with_pid AS
SELECT s.ts, str_split(s.name, '/')[2] AS page, str_split(s.name, '/')[3] AS mark, s.pid
FROM thread_or_process_slice AS s
WHERE s.category = 'blink.user_timing' AND s.name GLOB 'LoadLine2/*/*' AND s.upid IS NOT NULL
ORDER BY s.id;

-- Presentation times of frames whose commit started at ts in a process.
CREATE PERFETTO TABLE _chrome_loadline2_presentations AS
SELECT c.ts AS commit_ts, p.ts + p.dur AS presentation_ts, c.pid
FROM thread_or_process_slice AS c
JOIN slice AS p ON p.id = c.parent_id
WHERE c.name = 'Commit' AND p.name = 'PipelineReporter'
  AND coalesce(
    extract_arg_text(p.arg_set_id, 'frame_reporter.state'), extract_arg_text(p.arg_set_id, 'chrome_frame_reporter.state')) = 'STATE_PRESENTED_ALL'
ORDER BY c.id;

CREATE PERFETTO MACRO _chrome_loadline2_mark(mark_name Expr)
RETURNS TableOrSubquery AS
(SELECT page, ts, pid FROM _chrome_loadline2_marks_with_pid WHERE mark = $mark_name);

-- First slice of a name after each page's start; within its process if that matters.
CREATE PERFETTO MACRO _chrome_loadline2_first(slices TableOrSubquery)
RETURNS TableOrSubquery AS
(SELECT p.page, min(s.ts) AS ts FROM _chrome_loadline2_pages AS p JOIN $slices AS s ON s.ts >= p.story_start GROUP BY p.page);

CREATE PERFETTO TABLE _chrome_loadline2_pages AS
SELECT page, s.ts AS story_start, f.pid
FROM _chrome_loadline2_mark!('start') AS s
JOIN _chrome_loadline2_mark!('finish') AS f USING (page);

-- Presentation time of the first frame committed after a mark.
CREATE PERFETTO MACRO _chrome_loadline2_presentation(mark_name Expr)
RETURNS TableOrSubquery AS
(
  SELECT m.page, min(p.presentation_ts) AS ts
  FROM _chrome_loadline2_mark!($mark_name) AS m
  JOIN _chrome_loadline2_presentations AS p ON p.pid = m.pid AND p.commit_ts > m.ts
  GROUP BY m.page
);

-- Stages of page loads in the LoadLine 2 benchmark.
CREATE PERFETTO TABLE chrome_loadline2_stages(
  page STRING, story_start TIMESTAMP, start_request TIMESTAMP, end_request TIMESTAMP, renderer_ready TIMESTAMP, visual_mark TIMESTAMP,
  visual_raf TIMESTAMP, visual_presentation TIMESTAMP, interactive_mark TIMESTAMP, interactive_raf TIMESTAMP,
  interactive_presentation TIMESTAMP, story_finish TIMESTAMP
)
AS
SELECT
  page,
  p.story_start,
  b.ts AS start_request,
  e.ts AS end_request,
  r.ts AS renderer_ready,
  v.ts AS visual_mark,
  vr.ts AS visual_raf,
  vp.ts AS visual_presentation,
  i.ts AS interactive_mark,
  ir.ts AS interactive_raf,
  ip.ts AS interactive_presentation,
  f.ts AS story_finish
FROM _chrome_loadline2_pages AS p
LEFT JOIN _chrome_loadline2_first!((SELECT ts FROM slice WHERE name = 'WillStartRequest')) AS b USING (page)
LEFT JOIN _chrome_loadline2_first!((SELECT ts FROM slice WHERE name = 'CommitSentToFirstSubresourceLoadStart')) AS e USING (page)
LEFT JOIN (
  SELECT q.page, min(s.ts) AS ts
  FROM _chrome_loadline2_pages AS q
  JOIN thread_slice AS s ON s.pid = q.pid AND s.ts >= q.story_start
  WHERE s.name = 'DocumentLoader::CommitNavigation'
  GROUP BY q.page
) AS r USING (page)
LEFT JOIN _chrome_loadline2_mark!('visual') AS v USING (page)
LEFT JOIN _chrome_loadline2_mark!('visual_raf') AS vr USING (page)
LEFT JOIN _chrome_loadline2_presentation!('visual') AS vp USING (page)
LEFT JOIN _chrome_loadline2_mark!('interactive') AS i USING (page)
LEFT JOIN _chrome_loadline2_mark!('interactive_raf') AS ir USING (page)
LEFT JOIN _chrome_loadline2_presentation!('interactive') AS ip USING (page)
LEFT JOIN _chrome_loadline2_mark!('finish') AS f USING (page)
ORDER BY p.story_start;
