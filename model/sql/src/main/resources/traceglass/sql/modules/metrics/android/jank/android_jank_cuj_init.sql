-- Tables of the modules for interactions, under the names that queries of the first generation use.

-- Threads of the interactions and of SurfaceFlinger.
INCLUDE PERFETTO MODULE android.cujs.threads;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_main_thread AS SELECT * FROM _android_jank_cuj_main_thread;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_gpu_completion_thread AS SELECT * FROM _android_jank_cuj_gpu_completion_thread;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_hwc_release_thread AS SELECT * FROM _android_jank_cuj_hwc_release_thread;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_process AS SELECT * FROM _android_jank_cuj_sf_process;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_gpu_completion_thread AS SELECT * FROM _android_jank_cuj_sf_gpu_completion_thread;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_render_engine_thread AS SELECT * FROM _android_jank_cuj_sf_render_engine_thread;

-- Slices that produce frames.
INCLUDE PERFETTO MODULE android.cujs.relevant_slices;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_do_frame_slice AS SELECT * FROM _android_jank_cuj_do_frame_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_draw_frame_slice AS SELECT * FROM _android_jank_cuj_draw_frame_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_gpu_completion_fence AS SELECT * FROM _android_jank_cuj_gpu_completion_fence;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_hwc_release_fence AS SELECT * FROM _android_jank_cuj_hwc_release_fence;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_hwc_release_slice AS SELECT * FROM _android_jank_cuj_hwc_release_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_gpu_completion_slice AS SELECT * FROM _android_jank_cuj_gpu_completion_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_commit_slice AS SELECT * FROM _android_jank_cuj_sf_commit_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_composite_slice AS SELECT * FROM _android_jank_cuj_sf_composite_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_on_message_invalidate_slice AS
SELECT * FROM _android_jank_cuj_sf_on_message_invalidate_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_root_slice AS SELECT * FROM _android_jank_cuj_sf_root_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_gpu_completion_fence AS SELECT * FROM _android_jank_cuj_sf_gpu_completion_fence;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_gpu_completion_slice AS SELECT * FROM _android_jank_cuj_sf_gpu_completion_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_draw_layers_slice AS SELECT * FROM _android_jank_cuj_sf_draw_layers_slice;

-- Bounds of interactions and of their frames on each thread.
INCLUDE PERFETTO MODULE android.cujs.boundaries;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_vsync_boundary AS SELECT * FROM _android_jank_cuj_vsync_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_vsync_boundary AS SELECT * FROM _android_jank_cuj_sf_vsync_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_main_thread_frame_boundary AS SELECT * FROM _android_jank_cuj_main_thread_frame_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_main_thread_cuj_boundary AS SELECT * FROM _android_jank_cuj_main_thread_cuj_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_render_thread_frame_boundary AS
SELECT * FROM _android_jank_cuj_render_thread_frame_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_render_thread_cuj_boundary AS SELECT * FROM _android_jank_cuj_render_thread_cuj_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_boundary AS SELECT * FROM _android_jank_cuj_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_main_thread_frame_boundary AS
SELECT * FROM _android_jank_cuj_sf_main_thread_frame_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_main_thread_cuj_boundary AS SELECT * FROM _android_jank_cuj_sf_main_thread_cuj_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_render_engine_frame_boundary AS
SELECT * FROM _android_jank_cuj_sf_render_engine_frame_boundary;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_boundary AS SELECT * FROM _android_jank_cuj_sf_boundary;

-- Frames.
INCLUDE PERFETTO MODULE android.cujs.frames;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_frame_timeline AS SELECT * FROM _android_jank_cuj_frame_timeline;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_frame AS SELECT * FROM _android_jank_cuj_frame;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_frame AS SELECT * FROM _android_jank_cuj_sf_frame;

-- All slices during interactions.
INCLUDE PERFETTO MODULE android.cujs.slices;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_slice AS SELECT * FROM _android_jank_cuj_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_main_thread_slice AS SELECT * FROM _android_jank_cuj_main_thread_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_render_thread_slice AS SELECT * FROM _android_jank_cuj_render_thread_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_slice AS SELECT * FROM _android_jank_cuj_sf_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_main_thread_slice AS SELECT * FROM _android_jank_cuj_sf_main_thread_slice;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_sf_render_engine_slice AS SELECT * FROM _android_jank_cuj_sf_render_engine_slice;

-- Counters at the end of interactions.
INCLUDE PERFETTO MODULE android.cujs.cuj_frame_counters;
CREATE OR REPLACE PERFETTO VIEW android_jank_cuj_counter_metrics AS SELECT * FROM _android_jank_cuj_counter_metrics;

-- For each group of threads, the tables with its slices, its bounds and its frames.
CREATE OR REPLACE PERFETTO TABLE android_jank_cuj_table_set AS
SELECT
  name,
  'android_jank_cuj_' || slices AS slice_table_name,
  'android_jank_cuj_' || frame_bounds AS frame_boundary_table_name,
  'android_jank_cuj_' || cuj_bounds AS cuj_boundary_table_name,
  'android_jank_cuj_' || frames AS frame_table_name
FROM (VALUES
  ('App threads', 'slice', 'frame', 'boundary', 'frame'),
  ('MainThread', 'main_thread_slice', 'main_thread_frame_boundary', 'main_thread_cuj_boundary', 'frame'),
  ('RenderThread', 'render_thread_slice', 'render_thread_frame_boundary', 'render_thread_cuj_boundary', 'frame'),
  ('SF threads', 'sf_slice', 'sf_frame', 'sf_boundary', 'sf_frame'),
  ('SF MainThread', 'sf_main_thread_slice', 'sf_main_thread_frame_boundary', 'sf_main_thread_cuj_boundary', 'sf_frame'),
  ('SF RenderEngine', 'sf_render_engine_slice', 'sf_render_engine_frame_boundary', 'sf_boundary', 'sf_frame')
) AS sets(name, slices, frame_bounds, cuj_bounds, frames);

SELECT RUN_METRIC('android/jank/query_functions.sql');
