-- Tasks on Chrome's threads: scheduler tasks, messages between processes, Java code.

-- Slices (id) that have any of some slices (id) as ancestor.
CREATE PERFETTO MACRO _chrome_slices_under(slices TableOrSubquery, ancestors TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH RECURSIVE
    _csu_ancestors AS MATERIALIZED (SELECT id FROM $ancestors),
    _csu_up(id, above) AS (
      SELECT s.id, s.parent_id FROM slice AS s WHERE s.parent_id IS NOT NULL AND s.id IN (SELECT id FROM $slices)
      UNION ALL
      SELECT u.id, s.parent_id
      FROM _csu_up AS u
      JOIN slice AS s ON s.id = u.above
      WHERE s.parent_id IS NOT NULL AND u.above NOT IN (SELECT id FROM _csu_ancestors)
    )
  SELECT DISTINCT id FROM _csu_up WHERE above IN (SELECT id FROM _csu_ancestors)
);

-- All descendants of some slices (id): root_id, id.
CREATE PERFETTO MACRO _chrome_slices_below(slices TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH RECURSIVE _csb_down(root_id, id) AS (
    SELECT s.parent_id, s.id FROM slice AS s WHERE s.parent_id IN (SELECT id FROM $slices)
    UNION ALL
    SELECT d.root_id, s.id FROM _csb_down AS d JOIN slice AS s ON s.parent_id = d.id
  )
  SELECT root_id, id FROM _csb_down
);

CREATE PERFETTO MACRO _chrome_is_java(category Expr)
RETURNS Expr AS
($category GLOB '*Java*' AND NOT $category GLOB '*toplevel*');

-- Received messages and replies. Older versions stored the hash of the message's kind in a nested slice.
CREATE PERFETTO TABLE _chrome_mojo_slices AS
WITH
  old_slices AS (
    SELECT id, arg_set_id, name, name <> 'Connector::DispatchMessage' AS is_associated
    FROM slice
    WHERE category GLOB '*mojom*' AND name GLOB '*.mojom.*' OR category GLOB '*toplevel*' AND name = 'Connector::DispatchMessage'
  ),
  hashes AS (
    SELECT b.root_id AS id, arg_min(extract_arg_int(s.arg_set_id, 'chrome_mojo_event_info.ipc_hash'), s.id) AS ipc_hash
    FROM _chrome_slices_below!((SELECT id FROM old_slices)) AS b
    JOIN slice AS s ON s.id = b.id
    WHERE s.name = 'ScopedSetIpcHash'
    GROUP BY b.root_id
  )
SELECT
  extract_arg_text(s.arg_set_id, 'chrome_mojo_event_info.mojo_interface_tag') AS interface_name,
  extract_arg_int(s.arg_set_id, 'chrome_mojo_event_info.ipc_hash') AS ipc_hash,
  CASE s.name WHEN 'Receive mojo message' THEN 'message' WHEN 'Receive mojo reply' THEN 'reply' END AS message_type,
  s.id
FROM slice AS s
WHERE s.category GLOB '*toplevel*' AND s.name GLOB 'Receive *'
UNION ALL
SELECT
  CASE
    WHEN o.is_associated THEN o.name
    ELSE coalesce(
      extract_arg_text(o.arg_set_id, 'chrome_mojo_event_info.watcher_notify_interface_tag'),
      extract_arg_text(o.arg_set_id, 'chrome_mojo_event_info.mojo_interface_tag'))
  END,
  h.ipc_hash,
  'message',
  o.id
FROM old_slices AS o
LEFT JOIN hashes AS h ON h.id = o.id
ORDER BY 4;

-- Java slices whose names describe drawing or layout, without the step. Pure container views are omitted.
CREATE PERFETTO TABLE _chrome_named_java_slices AS
WITH trimmed AS (
  SELECT id, regexp_replace(name, '\.(draw|onLayout|onMeasure|Layout|Measure)', '', 'g') AS name, ts, dur
  FROM slice
  WHERE _chrome_is_java!(category) AND dur > 0
)
SELECT *
FROM trimmed
WHERE name NOT IN (
  'FitWindowsFrameLayout', 'FitWindowsLinearLayout', 'ContentFrameLayout', 'CoordinatorLayout', 'ComponentHost', 'CompositorView:finalizeLayers',
  'CompositorViewHolder', 'CompositorViewHolder:layout', 'CompositorViewHolder:updateContentViewChildrenDimension', 'CoordinatorLayoutForPointer',
  'OptimizedFrameLayout', 'ViewResourceAdapter:getBitmap', 'ViewResourceFrameLayout', 'AppCompatImageButton',
  'ScrollingBottomViewResourceFrameLayout', 'ViewResourceAdapter:captureWithHardwareDraw', 'ViewResourceAdapter:captureWithSoftwareDraw',
  'LayoutDriver:onUpdate')
ORDER BY id;

-- The outermost of these slices.
CREATE PERFETTO TABLE _chrome_java_views AS
WITH
  outer_views AS (
    SELECT *
    FROM _chrome_named_java_slices
    WHERE id NOT IN (SELECT id FROM _chrome_slices_under!(_chrome_named_java_slices, _chrome_named_java_slices))
  ),
  software AS (
    SELECT id FROM _chrome_slices_under!((SELECT id FROM outer_views), (SELECT id FROM slice WHERE name = 'ViewResourceAdapter:captureWithSoftwareDraw'))
  ),
  hardware AS (
    SELECT id FROM _chrome_slices_under!((SELECT id FROM outer_views), (SELECT id FROM slice WHERE name = 'ViewResourceAdapter:captureWithHardwareDraw'))
  )
SELECT
  v.*,
  v.id IN (SELECT id FROM software) AS is_software_screenshot,
  v.id IN (SELECT id FROM hardware) AS is_hardware_screenshot
FROM outer_views AS v
ORDER BY v.id;

-- Slices of Java views of Chrome on Android.
CREATE PERFETTO VIEW chrome_java_views(
  filtered_name STRING, is_software_screenshot BOOL, is_hardware_screenshot BOOL, slice_id LONG
)
AS
SELECT name AS filtered_name, is_software_screenshot, is_hardware_screenshot, id AS slice_id
FROM _chrome_java_views
ORDER BY slice_id;

-- Source location from which a task was posted.
CREATE PERFETTO FUNCTION _get_posted_from(arg_set_id LONG) RETURNS STRING AS
SELECT extract_arg_text($arg_set_id, 'task.posted_from.file_name') || ':' || extract_arg_text($arg_set_id, 'task.posted_from.function_name');

CREATE PERFETTO TABLE _chrome_scheduler_tasks AS
SELECT id, _get_posted_from(arg_set_id) AS posted_from
FROM slice
WHERE category GLOB '*toplevel*' AND name IN ('ThreadControllerImpl::RunTask', 'ThreadPool_RunTask')
ORDER BY id;

-- Tasks of Chrome's schedulers.
CREATE PERFETTO VIEW chrome_scheduler_tasks(
  id LONG, type STRING, name STRING, ts TIMESTAMP, dur DURATION, utid LONG, thread_name STRING, upid LONG, process_name STRING,
  track_id LONG, category STRING, depth LONG, parent_id LONG, arg_set_id LONG, thread_ts TIMESTAMP, thread_dur DURATION, posted_from STRING
)
AS
SELECT
  c.id,
  'chrome_scheduler_tasks' AS type,
  'RunTask(posted_from=' || coalesce(c.posted_from, '') || ')' AS name,
  s.ts,
  s.dur,
  t.utid,
  t.name AS thread_name,
  p.upid,
  p.name AS process_name,
  s.track_id,
  s.category,
  s.depth,
  s.parent_id,
  s.arg_set_id,
  s.thread_ts,
  s.thread_dur,
  c.posted_from
FROM _chrome_scheduler_tasks AS c
JOIN slice AS s ON s.id = c.id
JOIN thread_track AS k ON k.id = s.track_id
JOIN thread AS t ON t.utid = k.utid
JOIN process AS p ON p.upid = t.upid
ORDER BY id;

-- Tasks in which Java views are drawn: Android's choreographer, and the browser's own compositor.
CREATE PERFETTO TABLE _chrome_slices_with_java_views AS
WITH
  roots AS (
    SELECT id, 'SingleThreadProxy::BeginMainFrame' AS kind
    FROM _chrome_scheduler_tasks
    WHERE posted_from = 'cc/trees/single_thread_proxy.cc:ScheduledActionSendBeginMainFrame'
      AND id IN (SELECT id FROM slice WHERE name = 'ThreadControllerImpl::RunTask')
    UNION ALL
    SELECT id, 'Choreographer' FROM slice WHERE name GLOB 'Looper.dispatch: android.view.Choreographer$FrameHandler*'
  ),
  names AS (
    SELECT b.root_id AS id, v.name, min(v.id) AS first_id
    FROM _chrome_slices_below!((SELECT id FROM roots)) AS b
    JOIN _chrome_java_views AS v ON v.id = b.id
    GROUP BY b.root_id, v.name
  )
SELECT r.id, any_value(r.kind) AS kind, string_agg(n.name, ',' ORDER BY n.first_id) AS java_views
FROM roots AS r
LEFT JOIN names AS n ON n.id = r.id
GROUP BY r.id
ORDER BY r.id;

-- Tasks that read a message from a pipe: the first of the outermost nested slices, if it is a message.
CREATE PERFETTO TABLE _chrome_tasks_with_mojo AS
WITH
  readers AS (
    SELECT id
    FROM chrome_scheduler_tasks
    WHERE posted_from IN (
      'mojo/public/cpp/system/simple_watcher.cc:Notify', 'mojo/public/cpp/system/simple_watcher.cc:ArmOrNotify',
      'mojo/public/cpp/bindings/lib/connector.cc:PostDispatchNextMessageFromPipe', 'ipc/ipc_mojo_bootstrap.cc:Accept')
  ),
  firsts AS (
    SELECT b.root_id AS id, arg_min(s.id, row(s.depth, s.ts, s.id)) AS first_id
    FROM _chrome_slices_below!((SELECT id FROM readers)) AS b
    JOIN slice AS s ON s.id = b.id
    WHERE s.category GLOB '*toplevel*' AND s.name NOT IN ('SimpleWatcher::OnHandleReady', 'MessagePipe peer closed')
    GROUP BY b.root_id
  )
SELECT
  f.id,
  coalesce(m.interface_name, '') || ' ' || coalesce(m.message_type, '') || ' (hash=' || coalesce(m.ipc_hash, 0) || ')' AS task_name
FROM firsts AS f
JOIN _chrome_mojo_slices AS m ON m.id = f.first_id
ORDER BY f.id;

-- Navigation steps, by the hash of their message.
CREATE PERFETTO TABLE _chrome_navigation_tasks AS
WITH
  named AS (
    SELECT
      id,
      CASE task_name
        WHEN 'content.mojom.FrameHost message (hash=2168461044)' THEN 'FrameHost::BeginNavigation'
        WHEN 'content.mojom.FrameHost message (hash=3561497419)' THEN 'FrameHost::DidCommitProvisionalLoad'
        WHEN 'content.mojom.FrameHost message (hash=1421450774)' THEN 'FrameHost::DidCommitSameDocumentNavigation'
        WHEN 'content.mojom.FrameHost message (hash=368650583)' THEN 'FrameHost::DidStopLoading'
      END AS readable_name
    FROM _chrome_tasks_with_mojo
  ),
  frames AS (
    SELECT b.root_id AS id, arg_min(extract_arg_text(s.arg_set_id, 'render_frame_host.frame_type'), s.id) AS frame_type
    FROM _chrome_slices_below!((SELECT id FROM named WHERE readable_name IS NOT NULL)) AS b
    JOIN slice AS s ON s.id = b.id
    WHERE s.name IN (
      'RenderFrameHostImpl::BeginNavigation', 'RenderFrameHostImpl::DidCommitProvisionalLoad',
      'RenderFrameHostImpl::DidCommitSameDocumentNavigation', 'RenderFrameHostImpl::DidStopLoading')
    GROUP BY b.root_id
  )
SELECT n.id, n.readable_name || ' (' || coalesce(f.frame_type, 'unknown frame type') || ')' AS task_name
FROM named AS n
LEFT JOIN frames AS f ON f.id = n.id
WHERE n.readable_name IS NOT NULL
ORDER BY n.id;

-- The outermost slices that are tasks, with the best known name.
CREATE PERFETTO TABLE _chrome_tasks AS
WITH
  toplevel AS (SELECT id, name FROM slice WHERE category IN ('toplevel', 'toplevel,viz', 'toplevel,Java')),
  java AS (SELECT id, name FROM slice WHERE _chrome_is_java!(category)),
  under_toplevel AS (
    SELECT id
    FROM _chrome_slices_under!((SELECT id FROM toplevel UNION ALL SELECT id FROM java), (SELECT id FROM slice WHERE category GLOB '*toplevel*'))
  ),
  under_java AS (SELECT id FROM _chrome_slices_under!((SELECT id FROM java), (SELECT id FROM slice WHERE category GLOB '*Java*')))
SELECT
  t.id,
  coalesce(n.task_name, v.kind || '(java_views=' || coalesce(v.java_views, '') || ')', m.task_name, c.name, t.name) AS name,
  CASE
    WHEN n.id IS NOT NULL THEN 'navigation_task'
    WHEN v.kind = 'Choreographer' THEN 'choreographer'
    WHEN v.kind IS NOT NULL THEN 'ui_thread_begin_main_frame'
    WHEN m.id IS NOT NULL THEN 'mojo'
    WHEN c.id IS NOT NULL THEN 'scheduler'
    ELSE 'other'
  END AS task_type
FROM toplevel AS t
LEFT JOIN _chrome_navigation_tasks AS n ON n.id = t.id
LEFT JOIN _chrome_slices_with_java_views AS v ON v.id = t.id
LEFT JOIN _chrome_tasks_with_mojo AS m ON m.id = t.id
LEFT JOIN chrome_scheduler_tasks AS c ON c.id = t.id
WHERE t.id NOT IN (SELECT id FROM under_toplevel)
UNION ALL
SELECT id, name, 'java'
FROM java
WHERE id NOT IN (SELECT id FROM under_toplevel) AND id NOT IN (SELECT id FROM under_java)
ORDER BY 1;

-- Tasks of Chrome's threads, with names that describe their work.
CREATE PERFETTO VIEW chrome_tasks(
  id LONG, name STRING, task_type STRING, thread_name STRING, utid LONG, process_name STRING, upid LONG, ts TIMESTAMP, dur DURATION,
  track_id LONG, category STRING, arg_set_id LONG, thread_ts TIMESTAMP, thread_dur DURATION, full_name STRING
)
AS
SELECT
  c.id,
  c.name,
  c.task_type,
  t.name AS thread_name,
  t.utid,
  p.name AS process_name,
  t.upid,
  s.ts,
  s.dur,
  s.track_id,
  s.category,
  s.arg_set_id,
  s.thread_ts,
  s.thread_dur,
  c.name AS full_name
FROM _chrome_tasks AS c
JOIN slice AS s ON s.id = c.id
JOIN thread_track AS k ON k.id = s.track_id
JOIN thread AS t ON t.utid = k.utid
JOIN process AS p ON p.upid = t.upid
ORDER BY id;
