-- @case calls have the names of the architecture in the header
SELECT ts, dur, name, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM slice ORDER BY ts
