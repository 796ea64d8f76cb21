-- @case a name and a value are samples of the counter of that name
select c.ts, t.name, c.value, p.name as process from counter c join process_counter_track t on t.id = c.track_id join process p using (upid) order by c.ts;
