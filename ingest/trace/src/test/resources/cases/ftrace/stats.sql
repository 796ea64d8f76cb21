-- @case statistics of each CPU's buffer have values at the start and end, and the difference
SELECT name, idx, value FROM stats WHERE name GLOB 'ftrace_*' AND value != 0 ORDER BY name, idx

-- @case setup failures are reported once per sequence
SELECT name, ts, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM _trace_import_logs ORDER BY id

-- @case lost kernel events are reported
.doctor
.losses
