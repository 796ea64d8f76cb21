-- @case a thread spends its time in states, each a share of all
INCLUDE PERFETTO MODULE sched.time_in_state;
SELECT running, runnable, runnable_preempted, sleeping, uninterruptible_sleep, other FROM sched_percentage_of_time_in_state JOIN thread USING (utid) WHERE tid = 11

-- @case a window counts only the time inside it
INCLUDE PERFETTO MODULE sched.time_in_state;
SELECT 'thread' AS whose, s.state, s.dur FROM thread AS t, sched_time_in_state_for_thread_in_interval(2000000, 8000000, t.utid) AS s WHERE t.tid = 11
UNION ALL SELECT 'cpu', end_state, dur FROM sched_time_in_state_for_cpu_in_interval(0, 2000000, 5000000) ORDER BY 1, 2

-- @case the time of a thread in a window is split by state and CPU
INCLUDE PERFETTO MODULE sched.time_in_state;
SELECT s.state, s.cpu, s.dur FROM thread AS t, sched_time_in_state_and_cpu_for_thread_in_interval(2000000, 8000000, t.utid) AS s WHERE t.tid = 11 AND s.cpu IS NOT NULL

-- @case slices have their time on the CPU, and its cycles if their thread ran all the time
INCLUDE PERFETTO MODULE slices.cpu_time;
SELECT t.name, t.thread_name, t.process_name, t.cpu_time, c.millicycles, c.megacycles FROM thread_slice_cpu_time AS t JOIN thread_slice_cpu_cycles AS c USING (id) ORDER BY t.name

-- @case slices have the time that is not of slices in them
INCLUDE PERFETTO MODULE slices.self_dur;
SELECT name, dur, self_dur FROM slice_self_dur JOIN slice USING (id) ORDER BY ts

-- @case the deepest slice counts at each moment
INCLUDE PERFETTO MODULE slices.flat_slices;
SELECT ts, dur, depth, name, thread_name FROM _slice_flattened ORDER BY ts

-- @case the utilization of a period counts the runs that start in it
INCLUDE PERFETTO MODULE linux.cpu.utilization.system;
SELECT ts, utilization, unnormalized_utilization FROM cpu_utilization_per_period(4000000) ORDER BY ts

-- @case the utilization of a thread counts its runs that start in a period
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread;
SELECT p.ts, p.utilization FROM thread AS t, cpu_thread_utilization_per_period(4000000, t.utid) AS p WHERE t.tid = 11 ORDER BY p.ts

-- @case cycles are time by frequency: in all, of a CPU and of a thread
INCLUDE PERFETTO MODULE linux.cpu.utilization.system;
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread;
SELECT 'all' AS whose, millicycles, megacycles, runtime, avg_freq FROM cpu_cycles
UNION ALL SELECT 'cpu ' || cpu, millicycles, megacycles, runtime, avg_freq FROM cpu_cycles_per_cpu
UNION ALL SELECT 'thread', millicycles, megacycles, runtime, avg_freq FROM cpu_cycles_per_thread JOIN thread USING (utid) WHERE tid = 11 ORDER BY 1

-- @case a window has its cycles and share
INCLUDE PERFETTO MODULE linux.cpu.utilization.system;
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread;
SELECT 'all' AS whose, c.megacycles, c.runtime, u.awake_dur, u.awake_utilization FROM cpu_cycles_in_interval(2000000, 8000000) AS c, cpu_utilization_in_interval(2000000, 8000000) AS u
UNION ALL SELECT u.thread_name, c.megacycles, c.runtime, u.awake_dur, u.awake_utilization FROM cpu_cycles_per_thread_in_interval(2000000, 8000000) AS c JOIN cpu_thread_utilization_in_interval(2000000, 8000000) AS u USING (utid) ORDER BY 1

-- @case the CPU worked while it was not idle
INCLUDE PERFETTO MODULE linux.cpu.idle_time_in_state;
SELECT 'cpu' AS whose, ts, state, cpu, idle_percentage, total_residency, time_slice FROM linux_per_cpu_idle_time_in_state_counters
UNION ALL SELECT 'all', ts, state, NULL, idle_percentage, total_residency, time_slice FROM linux_cpu_idle_time_in_state_counters ORDER BY 1, 3

-- @case the shared unit of the CPUs keeps a frequency until the next
INCLUDE PERFETTO MODULE linux.devfreq;
SELECT ts, dur, dsu_freq FROM linux_devfreq_dsu_counter ORDER BY ts

-- @case clocks of the device have a mean and a share of the time at each frequency
INCLUDE PERFETTO MODULE android.dvfs;
SELECT 'value' AS what, name, value, ts, dur FROM android_dvfs_counters UNION ALL SELECT 'mean', name, wgt_avg, NULL, dur FROM android_dvfs_counter_stats UNION ALL SELECT 'share', name, pct, NULL, dur FROM android_dvfs_counter_residency ORDER BY 1, 4
