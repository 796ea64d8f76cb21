-- @case streams without a magic number are read by the metadata in the same folder
SELECT ts, name, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM ftrace_event ORDER BY ts
