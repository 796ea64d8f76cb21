-- @case processes have the ranks of their descriptors
SELECT pid, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM process WHERE pid > 0 ORDER BY pid

-- @case threads have the ranks of their descriptors
SELECT tid, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM thread WHERE tid = 11
