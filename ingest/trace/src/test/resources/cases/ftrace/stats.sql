-- @case figures of each CPU's buffer at the start and at the end, and what came in between
SELECT name, idx, value FROM stats WHERE name GLOB 'ftrace_*' AND value != 0 ORDER BY name, idx

-- @case what could not be set up is reported once for each sequence
SELECT name, ts, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM _trace_import_logs ORDER BY id
