-- @case the number of events of each kind
SELECT name, count(*) AS n FROM ftrace_event GROUP BY ALL ORDER BY n DESC, 1;
-- @case system calls are slices
SELECT s.name, count(*) AS n, max(s.dur) AS longest FROM slice s GROUP BY ALL ORDER BY 1;
-- @case what ran
SELECT t.tid, t.name, count(*) AS n, sum(s.dur) AS dur FROM sched_slice s JOIN thread t USING (utid) GROUP BY ALL ORDER BY 1, 2;
