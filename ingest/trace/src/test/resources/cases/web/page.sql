-- @case requests are on tracks of their connection below their page, with their phases
SELECT s.ts - 1714557600000000000 AS ns, s.dur, s.name, s.category, s.depth, t.name AS track, p.name AS process
FROM slice s JOIN process_track t ON t.id = s.track_id JOIN process p USING (upid) ORDER BY s.ts, s.depth, s.name;
-- @case headers are arguments, but no cookies and credentials
SELECT a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) WHERE s.name = 'GET /index.html' ORDER BY a.key;
-- @case requests that failed are marked
SELECT s.name, c.name AS color FROM __intrinsic_slice_color c JOIN slice s ON s.id = c.slice_id ORDER BY s.ts;
