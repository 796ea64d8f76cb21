-- Threads that participate in journeys.
INCLUDE PERFETTO MODULE android.cujs.base;
INCLUDE PERFETTO MODULE android.surfaceflinger;

-- Threads with a name in the journeys' apps.
CREATE PERFETTO FUNCTION android_jank_cuj_app_thread(thread_name STRING)
RETURNS TABLE(cuj_id LONG, upid LONG, utid LONG, name STRING, track_id LONG) AS
SELECT c.cuj_id, c.upid, t.utid, t.name, tt.id AS track_id
FROM thread AS t
JOIN android_jank_cuj AS c ON c.upid = t.upid
JOIN thread_track AS tt ON tt.utid = t.utid
WHERE t.name = $thread_name
ORDER BY t.utid, c.cuj_id;

-- Render threads.
CREATE PERFETTO TABLE android_jank_cuj_render_thread AS
SELECT * FROM android_jank_cuj_app_thread('RenderThread');

CREATE PERFETTO TABLE _android_jank_cuj_main_thread AS
SELECT c.cuj_id, c.upid, t.utid, t.name, tt.id AS track_id
FROM thread AS t
JOIN android_jank_cuj AS c ON c.upid = t.upid
JOIN thread_track AS tt ON tt.utid = t.utid
WHERE c.ui_thread IS NULL AND t.is_main_thread = 1 OR c.ui_thread = t.utid
ORDER BY t.utid, c.cuj_id;

CREATE PERFETTO TABLE _android_jank_cuj_gpu_completion_thread AS
SELECT * FROM android_jank_cuj_app_thread('GPU completion');

CREATE PERFETTO TABLE _android_jank_cuj_hwc_release_thread AS
SELECT * FROM android_jank_cuj_app_thread('HWC release');

CREATE PERFETTO TABLE _android_jank_cuj_sf_process AS
SELECT upid, name FROM _android_sf_process;

CREATE PERFETTO TABLE _android_jank_cuj_sf_gpu_completion_thread AS
SELECT * FROM _android_sf_thread('GPU completion');

CREATE PERFETTO TABLE _android_jank_cuj_sf_render_engine_thread AS
SELECT * FROM _android_sf_thread('RenderEngine');
