-- @case an end gives the duration, to the nanosecond
select s.ts, s.dur, s.name, s.depth, p.name as process from slice s join process_track t on t.id = s.track_id join process p using (upid) order by s.ts;

-- @case slices that overlap are on different tracks
select name, dense_rank() over (order by track_id) as track from slice order by ts;
