-- Frames in Chrome: from a renderer's compositor (surface frames) to the display compositor (display frames).
INCLUDE PERFETTO MODULE slices.with_context;

-- Slices of the pipeline with their arguments, and the start of their task.
CREATE PERFETTO TABLE _chrome_graphics_pipeline_steps AS
SELECT
  s.id,
  s.ts,
  s.dur,
  s.utid,
  s.arg_set_id,
  extract_arg_text(s.arg_set_id, 'chrome_graphics_pipeline.step') AS step,
  extract_arg_int(s.arg_set_id, 'chrome_graphics_pipeline.surface_frame_trace_id') AS surface_frame_trace_id,
  extract_arg_int(s.arg_set_id, 'chrome_graphics_pipeline.display_trace_id') AS display_trace_id,
  s.ts - extract_arg_int(s.arg_set_id, 'current_task.event_offset_from_task_start_time_us') * 1000 AS task_start_time_ts
FROM thread_slice AS s
WHERE s.name = 'Graphics.Pipeline'
ORDER BY s.track_id, s.id;

-- A frame with number -1 has not been assigned one yet.
CREATE PERFETTO TABLE chrome_graphics_pipeline_surface_frame_steps(
  id LONG, ts TIMESTAMP, dur DURATION, step STRING, surface_frame_trace_id LONG, utid LONG, task_start_time_ts TIMESTAMP
)
AS
SELECT id, ts, dur, step, nullif(surface_frame_trace_id, -1) AS surface_frame_trace_id, utid, task_start_time_ts
FROM _chrome_graphics_pipeline_steps
WHERE surface_frame_trace_id IS NOT NULL;

-- For a step recorded more than once, the last one.
CREATE PERFETTO TABLE chrome_graphics_pipeline_display_frame_steps(
  id LONG, ts TIMESTAMP, dur DURATION, step STRING, display_trace_id LONG, utid LONG, task_start_time_ts TIMESTAMP
)
AS
SELECT id, ts, dur, step, display_trace_id, utid, task_start_time_ts
FROM _chrome_graphics_pipeline_steps
WHERE display_trace_id IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY display_trace_id, step, utid ORDER BY ts DESC, id DESC) = 1
ORDER BY display_trace_id, step, utid;

-- First display frame that contains each surface frame.
CREATE PERFETTO TABLE chrome_surface_frame_id_to_first_display_id(
  surface_frame_trace_id LONG, display_trace_id LONG
)
AS
SELECT a.int_value AS surface_frame_trace_id, arg_min(d.display_trace_id, row(d.ts, d.id)) AS display_trace_id
FROM chrome_graphics_pipeline_display_frame_steps AS d
JOIN _chrome_graphics_pipeline_steps AS s ON s.id = d.id
JOIN args AS a ON a.arg_set_id = s.arg_set_id
WHERE d.step = 'STEP_SURFACE_AGGREGATION' AND a.flat_key = 'chrome_graphics_pipeline.aggregated_surface_frame_trace_ids'
GROUP BY a.int_value
ORDER BY a.int_value;

-- Input events to which a surface frame responds.
CREATE PERFETTO TABLE chrome_graphics_pipeline_inputs_to_surface_frames(
  latency_id LONG, surface_frame_trace_id LONG
)
AS
SELECT a.int_value AS latency_id, f.surface_frame_trace_id
FROM chrome_graphics_pipeline_surface_frame_steps AS f
JOIN _chrome_graphics_pipeline_steps AS s ON s.id = f.id
JOIN args AS a ON a.arg_set_id = s.arg_set_id
WHERE f.step = 'STEP_SUBMIT_COMPOSITOR_FRAME' AND a.flat_key = 'chrome_graphics_pipeline.latency_ids'
ORDER BY f.id, a.id;
