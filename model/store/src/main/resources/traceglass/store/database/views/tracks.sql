-- Tracks and their kinds. The dimensions of a track are its thread, process, CPU and others: thread and process are columns of the track,
-- the others are args of dimension_arg_set_id.

CREATE VIEW track AS
SELECT id, name, type, dimension_arg_set_id, parent_id, source_arg_set_id, machine_id, track_group_id
FROM __intrinsic_track;

CREATE VIEW thread_track AS
SELECT id, name, type, parent_id, source_arg_set_id, machine_id, utid
FROM __intrinsic_track
WHERE event_type = 'slice' AND utid IS NOT NULL;

CREATE VIEW process_track AS
SELECT id, name, type, parent_id, source_arg_set_id, machine_id, upid
FROM __intrinsic_track
WHERE event_type = 'slice' AND upid IS NOT NULL;

-- One row per track: the dimensions and descriptions shown by the views below.
CREATE VIEW _track_args AS
WITH sets AS (
  SELECT id, dimension_arg_set_id AS arg_set_id, true AS is_dimension FROM __intrinsic_track
  UNION ALL
  SELECT id, source_arg_set_id, false FROM __intrinsic_track
)
SELECT
  s.id,
  max(a.int_value) FILTER (is_dimension AND a.key = 'cpu') AS cpu,
  max(a.int_value) FILTER (is_dimension AND a.key = 'ugpu') AS ugpu,
  max(a.int_value) FILTER (is_dimension AND a.key = 'gpu') AS gpu_id,
  max(a.int_value) FILTER (is_dimension AND a.key = 'context_id') AS context_id,
  max(a.int_value) FILTER (is_dimension AND a.key = 'perf_session_id') AS perf_session_id,
  max(a.int_value) FILTER (is_dimension AND a.key = 'session_id') AS session_id,
  max(a.int_value) FILTER (NOT is_dimension AND a.key = 'is_timebase') AS is_timebase,
  max(a.string_value) FILTER (NOT is_dimension AND a.key = 'description') AS description
FROM sets AS s
JOIN __intrinsic_args AS a USING (arg_set_id)
WHERE a.key IN ('cpu', 'ugpu', 'gpu', 'context_id', 'perf_session_id', 'session_id', 'is_timebase', 'description')
GROUP BY s.id;

CREATE VIEW cpu_track AS
SELECT t.id, t.name, t.type, t.parent_id, t.source_arg_set_id, t.machine_id, d.int_value AS cpu
FROM __intrinsic_track AS t
JOIN __intrinsic_args AS d ON d.arg_set_id = t.dimension_arg_set_id AND d.key = 'cpu'
WHERE t.event_type = 'slice';

CREATE VIEW gpu_track AS
SELECT
  t.id, t.name, t.type, t.parent_id, t.source_arg_set_id, t.dimension_arg_set_id, t.machine_id,
  t.type AS scope, d.description, d.context_id
FROM __intrinsic_track AS t
LEFT JOIN _track_args AS d USING (id)
WHERE t.type IN (
  'gpu_render_stage', 'graphics_frame_event', 'vulkan_events', 'gpu_log',
  'drm_vblank', 'drm_sched_ring', 'drm_fence', 'mali_mcu_state'
);

CREATE VIEW counter_track AS
SELECT
  t.id, t.name, t.parent_id, t.type, t.dimension_arg_set_id, t.source_arg_set_id, t.machine_id,
  t.counter_unit AS unit, d.string_value AS description
FROM __intrinsic_track AS t
LEFT JOIN __intrinsic_args AS d ON d.arg_set_id = t.source_arg_set_id AND d.key = 'description'
WHERE t.event_type = 'counter';

CREATE VIEW thread_counter_track AS
SELECT c.id, c.name, c.type, c.parent_id, c.source_arg_set_id, c.machine_id, c.unit, c.description, t.utid
FROM counter_track AS c
JOIN __intrinsic_track AS t USING (id)
WHERE t.utid IS NOT NULL;

CREATE VIEW process_counter_track AS
SELECT c.id, c.name, c.type, c.parent_id, c.source_arg_set_id, c.machine_id, c.unit, c.description, t.upid
FROM counter_track AS c
JOIN __intrinsic_track AS t USING (id)
WHERE t.upid IS NOT NULL;

CREATE VIEW cpu_counter_track AS
SELECT c.id, c.name, c.type, c.parent_id, c.source_arg_set_id, c.machine_id, c.unit, c.description, d.int_value AS cpu
FROM counter_track AS c
JOIN __intrinsic_args AS d ON d.arg_set_id = c.dimension_arg_set_id AND d.key = 'cpu';

CREATE VIEW gpu_counter_track AS
SELECT
  c.id, c.name, c.type, c.parent_id, c.source_arg_set_id, c.machine_id, c.unit, c.description, d.ugpu, d.gpu_id
FROM counter_track AS c
JOIN _track_args AS d USING (id)
WHERE d.ugpu IS NOT NULL;

CREATE VIEW perf_counter_track AS
SELECT
  c.id, c.name, c.type, c.parent_id, c.source_arg_set_id, c.machine_id, c.unit, c.description,
  d.perf_session_id, d.cpu, d.is_timebase
FROM counter_track AS c
LEFT JOIN _track_args AS d USING (id)
WHERE c.type IN ('perf_cpu_counter', 'perf_global_counter');

CREATE VIEW state_track AS
SELECT id, name, parent_id, type, dimension_arg_set_id, source_arg_set_id, machine_id
FROM __intrinsic_track
WHERE event_type = 'state';

CREATE VIEW thread_state_track AS
SELECT id, name, type, parent_id, source_arg_set_id, machine_id, utid
FROM __intrinsic_track
WHERE event_type = 'state' AND utid IS NOT NULL;

CREATE VIEW process_state_track AS
SELECT id, name, type, parent_id, source_arg_set_id, machine_id, upid
FROM __intrinsic_track
WHERE event_type = 'state' AND upid IS NOT NULL;
