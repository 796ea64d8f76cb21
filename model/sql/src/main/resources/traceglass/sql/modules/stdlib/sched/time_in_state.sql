-- Time of threads and CPUs in each scheduling state.
INCLUDE PERFETTO MODULE intervals.intersect;

-- Time that each thread spent in each state.
CREATE PERFETTO TABLE sched_time_in_state_for_thread(
  utid JOINID(thread.id), total_runtime LONG, state STRING, time_in_state LONG, percentage_in_state LONG
)
AS
WITH spent AS (SELECT utid, state, CAST(sum(dur) AS INT) AS dur FROM thread_state GROUP BY utid, state)
SELECT
  utid,
  CAST(sum(dur) OVER of_thread AS INT) AS total_runtime,
  state,
  dur AS time_in_state,
  dur * 100 / CAST(sum(dur) OVER of_thread AS INT) AS percentage_in_state
FROM spent
WINDOW of_thread AS (PARTITION BY utid)
ORDER BY utid, state;

-- Time with one column for each of the usual states; the rest is `other`.
CREATE PERFETTO TABLE sched_percentage_of_time_in_state(
  utid JOINID(thread.id), running LONG, runnable LONG, runnable_preempted LONG, sleeping LONG, uninterruptible_sleep LONG, other LONG
)
AS
SELECT
  utid,
  max(percentage_in_state) FILTER (state = 'Running') AS running,
  max(percentage_in_state) FILTER (state = 'R') AS runnable,
  max(percentage_in_state) FILTER (state = 'R+') AS runnable_preempted,
  max(percentage_in_state) FILTER (state = 'S') AS sleeping,
  max(percentage_in_state) FILTER (state = 'D') AS uninterruptible_sleep,
  CAST(sum(time_in_state) FILTER (state IN ('T', 't', 'X', 'Z', 'x', 'I', 'K', 'W', 'P', 'N')) AS INT) * 100 / any_value(total_runtime) AS other
FROM sched_time_in_state_for_thread
GROUP BY utid
ORDER BY utid;

-- States of a thread in a time window, the longest first.
CREATE PERFETTO FUNCTION sched_time_in_state_for_thread_in_interval(ts TIMESTAMP, dur DURATION, utid JOINID(thread.id))
RETURNS TABLE(state STRING, io_wait BOOL, blocked_function LONG, dur DURATION) AS
SELECT t.state, t.io_wait, t.blocked_function, CAST(sum(i.dur) AS INT) AS dur
FROM _interval_intersect_single!($ts, $dur, (SELECT s.id, s.ts, s.dur FROM thread_state AS s WHERE s.utid = $utid AND s.dur > 0)) AS i
JOIN thread_state AS t ON t.id = i.id
GROUP BY t.state, t.io_wait, t.blocked_function
ORDER BY 4 DESC, t.state, t.io_wait, t.blocked_function;

-- Time that a thread spent in each state on each CPU in a range of time.
CREATE PERFETTO FUNCTION sched_time_in_state_and_cpu_for_thread_in_interval(ts TIMESTAMP, dur DURATION, utid JOINID(thread.id))
RETURNS TABLE(state STRING, io_wait BOOL, cpu LONG, blocked_function LONG, dur DURATION) AS
SELECT t.state, t.io_wait, t.cpu, t.blocked_function, CAST(sum(i.dur) AS INT) AS dur
FROM _interval_intersect_single!($ts, $dur, (SELECT s.id, s.ts, s.dur FROM thread_state AS s WHERE s.utid = $utid AND s.dur > 0)) AS i
JOIN thread_state AS t ON t.id = i.id
GROUP BY t.state, t.io_wait, t.cpu, t.blocked_function
ORDER BY 5 DESC, t.state, t.io_wait, t.cpu, t.blocked_function;

-- States of a CPU's threads after they stopped running, in a time window.
CREATE PERFETTO FUNCTION sched_time_in_state_for_cpu_in_interval(cpu LONG, ts TIMESTAMP, dur LONG)
RETURNS TABLE(end_state STRING, dur LONG) AS
SELECT s.end_state, CAST(sum(i.dur) AS INT) AS dur
FROM _interval_intersect_single!($ts, $dur, (SELECT r.id, r.ts, r.dur FROM sched AS r WHERE r.cpu = $cpu AND r.dur <> -1)) AS i
JOIN sched AS s ON s.id = i.id
GROUP BY s.end_state
ORDER BY s.end_state;
