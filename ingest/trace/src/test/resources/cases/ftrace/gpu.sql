-- @case frequencies are in one unit, power states are counted
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case interrupts, power states, work periods and batches are slices at the time given by the GPU
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case batches have a track by context and priority, named for the process that queued them
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id

-- @case the slice has the time in which the GPU worked
SELECT ts, dur, thread_ts, thread_dur FROM slice WHERE thread_dur IS NOT NULL ORDER BY ts

-- @case a period that ends before it begins and one without a start are counted
SELECT name, value FROM stats WHERE value > 0 AND (name GLOB 'gpu_work*' OR name GLOB 'ftrace_bundle*') ORDER BY name

-- @case raw events stay at the time at which they were written
SELECT DISTINCT ts, name FROM ftrace_event WHERE name GLOB 'kgsl_adreno*' OR name GLOB 'gpu_work*' ORDER BY ts

-- @case modules have the power states of Mali GPUs and the uid a GPU worked for
INCLUDE PERFETTO MODULE android.gpu.mali_power_state;
INCLUDE PERFETTO MODULE android.gpu.work_period;
SELECT 'power' AS what, ts, dur, power_state AS value, NULL AS gpu FROM android_mali_gpu_power_state UNION ALL SELECT 'work', NULL, NULL, uid, gpu_id FROM android_gpu_work_period_track ORDER BY 1, 2, 4
