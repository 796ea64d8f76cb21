-- @case rows with a duration are slices of their threads
select s.ts, s.dur, s.name, s.category, t.tid, p.pid, p.name as process from slice s join thread_track k on k.id = s.track_id join thread t using (utid) join process p using (upid) order by s.ts;

-- @case a slice that overlaps another one is on a further track
select count(distinct track_id) as tracks from slice s join thread_track k on k.id = s.track_id join thread t using (utid) where tid = 11;

-- @case other columns are arguments
select s.name, a.key, a.int_value, a.real_value, a.string_value from slice s join args a using (arg_set_id) order by s.ts;

-- @case times since 1970 are those of the real-time clock
select int_value as clock from metadata where name = 'trace_time_clock_id';
