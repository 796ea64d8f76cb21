-- @case a file without its end is read; each source has a track, overlapping events have separate tracks
SELECT s.ts - 1700000000000000000 AS ns, s.dur, s.name, s.category, s.depth, t.name AS track, s.track_id
FROM slice s JOIN process_track t ON t.id = s.track_id ORDER BY s.ts, s.depth;
-- @case an arrow leads from an event to the source on which it depends
SELECT a.name, b.name AS depends_on FROM flow f JOIN slice a ON a.id = f.slice_out JOIN slice b ON b.id = f.slice_in;
-- @case headers have no cookies
SELECT a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) WHERE s.name = 'CANCELLED' ORDER BY a.key;
-- @case failed events are marked
SELECT s.name, c.name AS color FROM __intrinsic_slice_color c JOIN slice s ON s.id = c.slice_id;
-- @case ends without a beginning are counted
SELECT value FROM stats WHERE name = 'network_log_unmatched_end';
-- @case the process has the name of the program
SELECT name FROM process WHERE pid = 1;
