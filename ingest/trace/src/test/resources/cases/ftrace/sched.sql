-- @case a switch begins a slice of its CPU and ends the previous one with the state of its thread
SELECT ts, dur, ucpu, tid, name, end_state, priority FROM sched JOIN thread USING (utid) ORDER BY ts

-- @case a wakeup makes a thread runnable from its time on, and names the thread that woke it
SELECT s.ts, s.dur, t.name, s.state, s.cpu, w.name AS waker, s.irq_context
FROM thread_state AS s JOIN thread AS t USING (utid) LEFT JOIN thread AS w ON w.utid = s.waker_utid
WHERE t.tid != 0 ORDER BY s.ts, t.tid

-- @case raw switches have all their arguments, whatever the recorder left out
SELECT ts, name, cpu, __intrinsic_arg_set_to_json(arg_set_id) AS args FROM ftrace_event WHERE name = 'sched_switch' ORDER BY ts

-- @case a thread state lists the threads that it woke, and the one that woke it
.data thread_state/1
.details thread_state 0
.details thread_state 1
.details thread_state 2
.details thread_state 3
.details sched 1
.details sched 2
