-- Latency of threads between becoming runnable and running.
INCLUDE PERFETTO MODULE sched.runnable;

-- Time that a thread waited for a CPU before each time it ran.
CREATE PERFETTO TABLE sched_latency_for_running_interval(
  thread_state_id JOINID(thread_state.id), sched_id JOINID(sched.id), utid JOINID(thread.id), runnable_latency_id JOINID(thread_state.id),
  latency_dur LONG
)
AS
SELECT p.id AS thread_state_id, s.id AS sched_id, t.utid, p.prev_runnable_id AS runnable_latency_id, r.dur AS latency_dur
FROM sched_previous_runnable_on_thread AS p
JOIN thread_state AS t ON t.id = p.id
JOIN thread_state AS r ON r.id = p.prev_runnable_id
JOIN sched AS s ON s.utid = t.utid AND s.ts = t.ts AND s.dur = t.dur
ORDER BY p.id;
