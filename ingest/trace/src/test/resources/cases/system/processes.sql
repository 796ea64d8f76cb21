-- @case processes have the first argument as their name, and the first word of a single one
SELECT p.pid, p.name, p.cmdline, q.pid AS parent, p.uid, p.start_ts, __intrinsic_arg_set_to_json(p.arg_set_id) AS args
FROM process AS p LEFT JOIN process AS q ON q.upid = p.parent_upid WHERE p.pid != 0 ORDER BY p.pid

-- @case threads of kernel workers are named without the queue
SELECT t.tid, t.name, p.pid FROM thread AS t LEFT JOIN process AS p USING (upid) WHERE t.tid != 0 ORDER BY t.tid

-- @case ids in a namespace are counted as an error if the process has none
SELECT name, value FROM stats WHERE name = 'namespaced_thread_missing_process'
