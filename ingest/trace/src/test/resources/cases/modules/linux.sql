-- @case a thread that runs was runnable before, for as long as it waited
INCLUDE PERFETTO MODULE sched.latency;
SELECT t.ts, h.name, l.latency_dur FROM sched_latency_for_running_interval AS l JOIN thread_state AS t ON t.id = l.thread_state_id JOIN thread AS h ON h.utid = l.utid ORDER BY t.ts

-- @case a running state has the runnable and woken states before it
INCLUDE PERFETTO MODULE sched.runnable;
SELECT t.ts, r.ts AS runnable_ts, w.ts AS woken_ts FROM sched_previous_runnable_on_thread AS p JOIN thread_state AS t ON t.id = p.id LEFT JOIN thread_state AS r ON r.id = p.prev_runnable_id LEFT JOIN thread_state AS w ON w.id = p.prev_wakeup_runnable_id ORDER BY t.ts

-- @case threads that are runnable, blocked and CPUs that work are counted over time
INCLUDE PERFETTO MODULE sched.thread_level_parallelism;
SELECT 'runnable' AS what, ts, runnable_thread_count AS n FROM sched_runnable_thread_count
UNION ALL SELECT 'blocked', ts, uninterruptible_sleep_thread_count FROM sched_uninterruptible_sleep_thread_count
UNION ALL SELECT 'cpus', ts, active_cpu_count FROM sched_active_cpu_count
ORDER BY 1, 2

-- @case scheduling has names of threads and processes
INCLUDE PERFETTO MODULE sched.with_context;
SELECT ts, dur, thread_name, process_name, cpu, end_state, priority FROM sched_with_thread_process WHERE thread_name IN ('app', 'other') ORDER BY ts

-- @case states of a thread are those of its deepest slice
INCLUDE PERFETTO MODULE sched.thread_state_flattened;
SELECT f.ts, f.dur, f.name, f.state, f.cpu FROM slice AS s, _get_flattened_thread_state(s.id, NULL) AS f WHERE s.name = 'work' ORDER BY f.ts

-- @case time in each state adds up per slice
INCLUDE PERFETTO MODULE sched.thread_state_flattened;
SELECT f.slice_name, f.running, f.runnable, f.uninterruptible_sleep_io AS d_io, f.dur FROM slice AS s, _get_flattened_thread_state_aggregated(s.id, NULL) AS f WHERE s.name = 'work' ORDER BY f.slice_name

-- @case slices have the time of their thread in each state
INCLUDE PERFETTO MODULE slices.time_in_state;
SELECT name, thread_name, process_name, state, dur FROM thread_slice_time_in_state ORDER BY name, state

-- @case the critical path of a thread shows what it and the thread it waits for did
INCLUDE PERFETTO MODULE sched.thread_executing_span_with_slice;
SELECT c.ts, c.dur, h.name AS self, o.name AS on_path, c.self_state, s.name AS self_slice, c.state FROM _critical_path_spans((SELECT utid FROM thread WHERE name = 'app'), trace_start(), trace_dur()) AS c JOIN thread AS h ON h.utid = c.root_utid JOIN thread AS o ON o.utid = c.utid LEFT JOIN slice AS s ON s.id = c.self_slice_id ORDER BY c.ts

-- @case the stack of a critical path has a layer for each known property
INCLUDE PERFETTO MODULE sched.thread_executing_span_with_slice;
SELECT c.ts, c.stack_depth, c.name FROM _thread_executing_span_critical_path_stack((SELECT utid FROM thread WHERE name = 'app'), trace_start(), trace_dur()) AS c WHERE c.name IS NOT NULL ORDER BY c.ts, c.stack_depth

-- @case CPUs have idle states, -1 while they work
INCLUDE PERFETTO MODULE linux.cpu.idle;
INCLUDE PERFETTO MODULE linux.cpu.idle_stats;
SELECT ts, dur, idle, cpu, NULL AS count, NULL AS percent FROM cpu_idle_counters
UNION ALL SELECT NULL, dur, state, cpu, count, idle_percent FROM cpu_idle_stats
ORDER BY 1 NULLS LAST

-- @case cycles are time by the frequency of the CPU: of threads, processes and slices
INCLUDE PERFETTO MODULE linux.cpu.utilization.process;
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread_cpu;
INCLUDE PERFETTO MODULE linux.cpu.utilization.slice;
SELECT 'process' AS what, p.name AS name, c.millicycles, c.runtime, c.min_freq AS lo, c.max_freq AS hi, c.avg_freq AS avg FROM cpu_cycles_per_process AS c JOIN process AS p USING (upid)
UNION ALL SELECT 'thread', h.name, c.millicycles, c.runtime, c.min_freq, c.max_freq, c.avg_freq FROM cpu_cycles_per_thread_per_cpu AS c JOIN thread AS h USING (utid)
UNION ALL SELECT 'slice', name, millicycles, NULL, NULL, NULL, NULL FROM cpu_cycles_per_thread_slice
ORDER BY 1, 2

-- @case cycles are limited to a window of time
INCLUDE PERFETTO MODULE linux.cpu.utilization.process;
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread_cpu;
INCLUDE PERFETTO MODULE linux.cpu.utilization.slice;
SELECT 'process' AS what, p.name AS name, c.millicycles, c.runtime FROM cpu_cycles_per_process_in_interval(1002000000, 2000000) AS c JOIN process AS p USING (upid)
UNION ALL SELECT 'thread', h.name, c.millicycles, c.runtime FROM cpu_cycles_per_thread_per_cpu_in_interval(1002000000, 2000000) AS c JOIN thread AS h USING (utid)
UNION ALL SELECT 'slice', name, millicycles, NULL FROM cpu_cycles_per_thread_slice_in_interval(1002000000, 2000000)
ORDER BY 1, 2

-- @case a process takes its share of the CPUs in each period
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;
INCLUDE PERFETTO MODULE linux.cpu.utilization.process;
SELECT u.ts, u.utilization, u.unnormalized_utilization AS of_one, _partition_start(u.ts + 5, 10000000) AS period FROM process AS p, cpu_process_utilization_per_period(10000000, p.upid) AS u WHERE p.pid = 10 ORDER BY u.ts

-- @case memory of processes adds up, and its peak stays
INCLUDE PERFETTO MODULE linux.memory.process;
INCLUDE PERFETTO MODULE linux.memory.high_watermark;
SELECT 'rss' AS what, ts, dur, pid, anon_rss, file_rss, rss FROM memory_rss_and_swap_per_process
UNION ALL SELECT 'peak', ts, dur, pid, NULL, NULL, rss_high_watermark FROM memory_rss_high_watermark_per_process
ORDER BY 1, 2

-- @case all counters of processes are intervals
INCLUDE PERFETTO MODULE linux.memory.general;
SELECT ts, dur, name, value FROM _all_counters_per_process ORDER BY name, ts

-- @case a counter's values last until the next, with what changed
INCLUDE PERFETTO MODULE counters.intervals;
SELECT ts, dur, value, next_value, delta_value FROM counter_leading_intervals!((SELECT c.id, c.ts, c.track_id, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.name = 'cpufreq')) ORDER BY ts

-- @case system-wide counters are distinguished from others
INCLUDE PERFETTO MODULE counters.global_tracks;
INCLUDE PERFETTO MODULE viz.summary.counters;
SELECT t.name, _counter_track_is_only_name_dimension(t.id) AS is_global FROM counter_track AS t JOIN _counter_track_summary AS s USING (id) ORDER BY t.name

-- @case children of kthreadd are kernel threads
INCLUDE PERFETTO MODULE linux.threads;
SELECT pid, tid, thread_name FROM linux_kernel_threads ORDER BY tid

-- @case the table of threads has a flag for kernel threads
INCLUDE PERFETTO MODULE viz.threads;
INCLUDE PERFETTO MODULE viz.summary.trace;
SELECT tid, name, is_kernel_thread, _is_linux_machine(machine_id) AS is_linux FROM _threads_with_kernel_flag ORDER BY tid

-- @case marks of a start and a stop delimit a window for energy
INCLUDE PERFETTO MODULE wattson.windows;
INCLUDE PERFETTO MODULE wattson.utils;
SELECT 'marked' AS what, ts, dur, period_id FROM wattson_window_markers UNION ALL SELECT 'trace', ts, dur, period_id FROM wattson_window_trace UNION ALL SELECT name, ts, dur, NULL FROM _wattson_markers_window ORDER BY 1

-- @case a trace has one value for each key of its metadata
INCLUDE PERFETTO MODULE std.traceinfo.metadata_for_primary_scope;
INCLUDE PERFETTO MODULE std.traceinfo.trace;
SELECT m.name, m.str_value, t.trace_id, t.trace_type FROM _metadata_for_primary_scope AS m, _metadata_by_trace AS t WHERE m.name = 'trace_type'

-- @case the window groups tracks by CPUs, kernel events, and processes with their CPU time
.tree

-- @case a CPU shows who runs on it, in the color of the process, and the idle task is left out
.data CPU Scheduling 2 CPUs › CPU 0
.data CPU Scheduling 2 CPUs › CPU 1

-- @case the group of a process shows which of its threads run on each CPU
.data Process 10

-- @case threads and CPUs are counted from their states
.data Scheduler › Runnable thread count
.data Scheduler › Uninterruptible sleep thread count
.data Scheduler › Active CPU count

-- @case the frequency of a CPU shows when the CPU is idle
.data CPU Frequency › CPU 0 Frequency

-- @case a thread shows its states and, below, its slices
.data thread_state/3
.data track/4

-- @case a track has the source of its events
.about CPU Scheduling 2 CPUs › CPU 0
.about CPU Frequency › CPU 0 Frequency
.about Process 10
.about thread_state/3
.about Process 10 › mem.rss.anon

-- @case a scheduling slice has the time that its thread waited, and the thread it waited for
.details sched 0
.details sched 3

-- @case a thread state has those before and after it, and the one that woke the thread
.details thread_state 3
.details thread_state 4
.details thread_state 5
.details thread_state 7

-- @case a slice has the states of its thread, the thread that woke it, and the slices around it
.details slice 2
.details slice 3
.details slice 1

-- @case a sample of a counter is valid until the next, and has the change
.details counter 0
.details counter 3
.details counter 5

-- @case a range counts only the parts of slices inside
.report area-slices 1002000000 1003500000 Name
.report area-slices 1002000000 1003500000 Name, thread
.report area-slices 1002000000 1003500000 Process
.singles area-slices 1002000000 1003500000 Process

-- @case a range counts states by thread, by process, by CPU, and by the function that blocked
.report area-states 1002000000 1005500000 Thread, state
.report area-states 1002000000 1005500000 Process, state
.report area-states 1002000000 1005500000 CPU, state
.report area-states 1002000000 1005500000 Blocked function
.singles area-states 1002000000 1005500000 Thread, state

-- @case CPU time in a range is that of threads and processes, without the idle task
.report area-cpu-thread 1002000000 1005500000 Thread
.report area-cpu-thread 1002000000 1005500000 CPU
.report area-cpu-process 1002000000 1005500000 Process, CPU
.singles area-cpu-thread 1002000000 1005500000 Thread, CPU

-- @case the average of a counter is weighted by the time in the range
.report area-counters 1002000000 1005000000
.singles area-counters 1000000000 1010000000

-- @case kernel events in a range are counted by name, CPU and thread
.report area-ftrace 1002000000 1005000000 Event, CPU
.report area-ftrace 1002000000 1005000000 Thread
.singles area-ftrace 1002000000 1005000000 Event

-- @case a search finds threads that ran, slices and counters by name, and threads by number
.search app
.search work
.search /^(in|oth)er$/
.search 12

-- @case the list of kernel events has their arguments, and a text selects some
.list ftrace
.list ftrace other

-- @case a flame graph of slices has their time and their count, and lists the slices of a frame
.flame all
.flame 1002500000 1005000000
.flame 1000000000 1010000000 BOTTOM_UP
.flame 1000000000 1010000000 TOP_DOWN SFF: inner

-- @case a trace compared with itself shows no change
.compare slices
.compare states
.compare counters

-- @case the overview counts what the trace has
.summary
.doctor

-- @case slices, states and counters are drawn as a document for each process
INCLUDE PERFETTO MODULE export.to_svg;
INCLUDE PERFETTO MODULE slices.with_context;
SELECT svg_group_key, substr(svg, instr(svg, '</style>') + 8) AS svg FROM _svg_timeline_with_counters!((SELECT upid, utid, utid AS track, 1 AS position, ts, dur, depth, name, '?slice=' || id || '&x' AS href FROM thread_slice), (SELECT upid, utid, utid AS track, 0 AS position, ts, s.dur, state, io_wait, blocked_function, NULL AS href FROM thread_state AS s JOIN thread USING (utid) WHERE upid IS NOT NULL AND s.dur > 0), (SELECT upid, 'memory' AS track, 2 AS position, ts, lead(ts) OVER (ORDER BY ts) - ts AS dur, name, value, NULL AS href FROM counter AS c JOIN process_counter_track AS t ON t.id = c.track_id WHERE name = 'mem.rss.anon'), upid, track, position, 500, 20, 0)

-- @case a document without counters has a track for each group
INCLUDE PERFETTO MODULE export.to_svg;
INCLUDE PERFETTO MODULE slices.with_context;
SELECT svg_group_key, length(svg) > 500 AS is_drawn, svg GLOB '*viewBox="0 0 530 *' AS has_margin FROM _svg_timeline!((SELECT upid, utid, ts, dur, depth, name, NULL AS href FROM thread_slice), (SELECT upid, utid, ts, s.dur, state, io_wait, blocked_function, NULL AS href FROM thread_state AS s JOIN thread USING (utid) WHERE upid IS NOT NULL AND s.dur > 0), upid, utid, utid, 500, 20)
