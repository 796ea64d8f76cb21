-- @case records have the names that their process lists
SELECT s.ts, s.dur, s.name, s.category, s.depth, t.name AS track, th.tid FROM slice s JOIN track t ON t.id = s.track_id
LEFT JOIN thread_track tt ON tt.id = t.id LEFT JOIN thread th USING (utid) ORDER BY s.ts;
-- @case an arrow leads from a call to its kernel
SELECT a.name, b.name AS started FROM flow f JOIN slice a ON a.id = f.slice_out JOIN slice b ON b.id = f.slice_in ORDER BY b.ts;
-- @case members of a record are its arguments
SELECT s.name, a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) WHERE s.ts IN (100, 1600) ORDER BY s.ts, a.key;
-- @case values of all instances of a counter are added up
SELECT t.name, c.ts, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id ORDER BY c.ts;
