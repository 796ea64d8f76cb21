-- @case rows with times and rows with numbers of times are read alike
SELECT s.ts, s.dur, s.name, s.category, t.name AS track, th.tid FROM slice s JOIN track t ON t.id = s.track_id
LEFT JOIN thread_track tt ON tt.id = t.id LEFT JOIN thread th USING (utid) ORDER BY s.ts;
-- @case an arrow leads from each call to its work in the same process
SELECT a.ts AS call, a.name, b.ts AS work, b.name AS started FROM flow f JOIN slice a ON a.id = f.slice_out JOIN slice b ON b.id = f.slice_in ORDER BY b.ts;
-- @case columns of a row and arguments of its event are its arguments
SELECT s.ts, a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) WHERE s.ts < 2000 ORDER BY s.ts, a.key;
-- @case a counter has its value during the dispatch
SELECT t.name, t.unit, c.ts, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id ORDER BY c.ts;
-- @case processes have the names of their commands
SELECT pid, name FROM process WHERE pid > 0 ORDER BY pid;
